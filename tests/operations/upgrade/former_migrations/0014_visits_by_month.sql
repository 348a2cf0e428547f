-- Visits in a table per month of Seoul's calendar, so that a month is dropped at once and never deleted row by row.
-- A sequence and no identity column: before PostgreSQL 17 a partition could not have one.
ALTER TABLE visits RENAME TO visits_before;
CREATE SEQUENCE visit_ids;
CREATE TABLE visits (
    id            bigint NOT NULL DEFAULT nextval('visit_ids'),
    visited_at    timestamptz NOT NULL DEFAULT now(),
    ip_address    inet NOT NULL,
    referrer_url  text NOT NULL CHECK (length(referrer_url) <= 2000),
    referrer_host text NOT NULL CHECK (length(referrer_host) <= 253),
    landing_url   text NOT NULL CHECK (length(landing_url) <= 2000),
    keyword       text NOT NULL CHECK (length(keyword) <= 200),
    campaign      text NOT NULL CHECK (length(campaign) <= 200),
    -- What advertisers put into the landing address, under their own names: n_query, utm_source, gclid, …
    ad            jsonb NOT NULL CHECK (jsonb_typeof(ad) = 'object'),
    -- Which robot it was; empty for people.
    robot         text NOT NULL CHECK (length(robot) <= 40),
    CONSTRAINT visits_in_order PRIMARY KEY (visited_at, id)
) PARTITION BY RANGE (visited_at);
ALTER SEQUENCE visit_ids OWNED BY visits.id;

-- Attached, not created as a partition, because that would lock out every visit meanwhile.
CREATE FUNCTION make_visit_month(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first date := date_trunc('month', moment AT TIME ZONE 'Asia/Seoul');
    name  text := 'visits_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass(name) IS NOT NULL THEN
        RETURN;
    END IF;
    -- Whoever comes second waits, and then finds it made.
    PERFORM pg_advisory_xact_lock(hashtext('make_visit_month'));
    -- Asked of the table, because the name's entry in this session's cache may be one of before the wait.
    IF NOT EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                    WHERE i.inhparent = 'visits'::regclass AND c.relname = name) THEN
        EXECUTE format('CREATE TABLE %I (LIKE visits INCLUDING ALL)', name);
        EXECUTE format('ALTER TABLE visits ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
                       first::timestamp AT TIME ZONE 'Asia/Seoul',
                       (first + interval '1 month') AT TIME ZONE 'Asia/Seoul');
    END IF;
END
$$;

-- Rather later than that visits wait behind it: whoever reads the table for long puts it off to the next run.
CREATE FUNCTION drop_visit_months(before date) RETURNS SETOF text LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
    name text;
BEGIN
    FOR name IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'visits'::regclass AND c.relname < 'visits_' || to_char(before, 'YYYY_MM')
         ORDER BY c.relname
    LOOP
        EXECUTE format('ALTER TABLE visits DETACH PARTITION %I', name);
        EXECUTE format('DROP TABLE %I', name);
        RETURN NEXT name;
    END LOOP;
END
$$;

DO $$
BEGIN
    PERFORM make_visit_month(now());
    PERFORM make_visit_month(now() + interval '1 month');
    PERFORM make_visit_month(visited_at)
       FROM (SELECT DISTINCT ON (date_trunc('month', visited_at AT TIME ZONE 'Asia/Seoul')) visited_at
               FROM visits_before) months;
END
$$;
INSERT INTO visits (visited_at, ip_address, referrer_url, referrer_host, landing_url, keyword, campaign, ad, robot)
SELECT visited_at, coalesce(ip_address, '0.0.0.0'), referrer_url,
       left(coalesce(lower(substring(referrer_url FROM '^[a-zA-Z]+://([^/:?#@]+)')), ''), 253),
       landing_url, keyword, '', '{}', ''
  FROM visits_before ORDER BY id;
DROP TABLE visits_before;

-- What stays of a day when its visits are gone. Days are Seoul's.
CREATE TABLE visit_days (
    day   date NOT NULL,
    -- People's visits, robots' visits, people's addresses; then the visits of each of the most frequent values.
    kind  text NOT NULL CHECK (kind IN ('visits', 'robots', 'addresses', 'referrer', 'keyword', 'campaign')),
    value text NOT NULL DEFAULT '' CHECK (length(value) <= 253),
    count bigint NOT NULL CHECK (count >= 0),
    PRIMARY KEY (day, kind, value),
    CONSTRAINT only_lists_have_values CHECK ((kind IN ('referrer', 'keyword', 'campaign')) = (value <> ''))
);

-- No visit grows older than so many months, which is 12 for the terms' year. Of a month that is the last day's
-- age when it goes, less one: at least 4, because the law wants three months of every one.
ALTER TABLE site_config ADD COLUMN visit_months integer NOT NULL DEFAULT 12 CHECK (visit_months BETWEEN 4 AND 60);
