-- The operator's settings, and who visits the shop.

-- What the operator says about the shop (spec section 3, "Site config"). One row.
CREATE TABLE site_config (
    only_row                 boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    business_licence         text NOT NULL DEFAULT '',
    business_name            text NOT NULL DEFAULT '',
    representative           text NOT NULL DEFAULT '',
    address                  text NOT NULL DEFAULT '',
    mail_order_licence       text NOT NULL DEFAULT '',
    phone                    text NOT NULL DEFAULT '',
    officer_name             text NOT NULL DEFAULT '',
    officer_phone            text NOT NULL DEFAULT '',
    officer_mail             text NOT NULL DEFAULT '',
    hosting_provider         text NOT NULL DEFAULT '',
    support_hours            text NOT NULL DEFAULT '평일 09:00~18:00 (점심 12:00~13:00, 주말·공휴일 휴무)',
    remote_support_url       text NOT NULL DEFAULT '',
    static_enabled           boolean NOT NULL DEFAULT true,
    dynamic_enabled          boolean NOT NULL DEFAULT false,
    ticket_enabled           boolean NOT NULL DEFAULT false,
    points_enabled           boolean NOT NULL DEFAULT true,
    -- Percent of the money paid that is granted as points; smallest balance that may be used.
    point_percent            integer NOT NULL DEFAULT 10 CHECK (point_percent BETWEEN 0 AND 100),
    point_threshold          integer NOT NULL DEFAULT 1000 CHECK (point_threshold >= 0),
    phone_verification       boolean NOT NULL DEFAULT false,
    mail_verification        boolean NOT NULL DEFAULT false,
    description              text NOT NULL DEFAULT '',
    og_image                 text NOT NULL DEFAULT '',
    naver_verification       text NOT NULL DEFAULT '',
    google_verification      text NOT NULL DEFAULT '',
    robots                   text NOT NULL DEFAULT '',
    sitemap                  text NOT NULL DEFAULT '',
    terms                    text NOT NULL DEFAULT '',
    privacy_policy           text NOT NULL DEFAULT '',
    site_mail                text NOT NULL DEFAULT '',
    site_name                text NOT NULL DEFAULT '이음',
    logo                     text NOT NULL DEFAULT '',
    -- An address that was given back rests this long before it is sold again.
    cool_down                interval NOT NULL DEFAULT '7 days',
    updated_at               timestamptz NOT NULL DEFAULT now(),
    -- No visit grows older than so many months, which is 12 for the terms' year. Of a month that is the last day's
    -- age when it goes, less one: at least 4, because the law wants three months of every one.
    visit_months             integer NOT NULL DEFAULT 12 CHECK (visit_months BETWEEN 4 AND 60),
    blocked                  cidr[] NOT NULL DEFAULT '{}'
        CONSTRAINT blocked_is_narrow CHECK (is_narrow(blocked))
        CONSTRAINT blocked_is_short CHECK (cardinality(blocked) <= 10000),
    -- Of an order's price, the part that points may pay.
    point_share_percent      integer  NOT NULL DEFAULT 100 CHECK (point_share_percent BETWEEN 0 AND 100),
    -- A virtual account waits this long for its deposit, and the address is held as long and no longer.
    deposit_hold             interval NOT NULL DEFAULT '24 hours'
        CHECK (deposit_hold BETWEEN interval '1 hour' AND interval '14 days'),
    -- A subscription whose charge was refused runs on this long beyond what is paid.
    grace                    interval NOT NULL DEFAULT '3 days'
        CHECK (grace BETWEEN interval '0' AND interval '14 days'),
    -- The law, or the owner's stricter term: money back only for what was never used.
    refund_mode              text     NOT NULL DEFAULT 'law' CHECK (refund_mode IN ('law', 'owner')),
    -- Of what is not used yet, kept when a contract is ended after its seventh day.
    refund_penalty_percent   integer  NOT NULL DEFAULT 0 CHECK (refund_penalty_percent BETWEEN 0 AND 10),
    -- How many addresses a member may hold without having paid: by virtual account, whose deposit takes a day, and in any
    -- other way, for a quarter of an hour; and which percentage of a pool's free addresses at most.
    deposit_hold_limit       integer NOT NULL DEFAULT 3  CHECK (deposit_hold_limit >= 1),
    card_hold_limit          integer NOT NULL DEFAULT 20 CHECK (card_hold_limit >= 5),
    hold_share_percent       integer NOT NULL DEFAULT 10 CHECK (hold_share_percent BETWEEN 1 AND 100),
    -- Accounts are free: what one member may do is limited for all members of a network together, too. A mobile carrier or
    -- an office shares one address, so the limits leave room for many.
    sign_ups_an_hour         integer NOT NULL DEFAULT 60 CHECK (sign_ups_an_hour >= 1),
    -- 100: no limit.
    network_hold_percent     integer NOT NULL DEFAULT 20 CHECK (network_hold_percent BETWEEN 1 AND 100),
    -- A text costs money: how many verification codes the whole shop sends by SMS within the clock's hour.
    code_texts_an_hour       integer NOT NULL DEFAULT 600 CHECK (code_texts_an_hour >= 1),
    -- The share of a gateway's addresses of a pool that is not sold, so that everybody can change theirs; one at least.
    rotation_reserve_percent integer NOT NULL DEFAULT 10 CHECK (rotation_reserve_percent BETWEEN 0 AND 90),
    -- For how many whole months every hour and every session is kept. The law wants twelve of sessions (CSPA decree 41).
    usage_months             integer NOT NULL DEFAULT 13 CHECK (usage_months BETWEEN 1 AND 60),
    session_months           integer NOT NULL DEFAULT 12 CHECK (session_months BETWEEN 12 AND 60),
    sub_id_limit             integer NOT NULL DEFAULT 50 CHECK (sub_id_limit BETWEEN 0 AND 10000),
    -- Won. Staff give back more than this by one order only with a second person.
    staff_refund_limit       integer NOT NULL DEFAULT 300000
        CHECK (staff_refund_limit BETWEEN 0 AND 100000000),
    -- Where members came from at first, for the figures of keywords and campaigns. Off in every shop until its owner has said
    -- so in the privacy policy, because the browser is given a cookie for it.
    first_touch_days         integer NOT NULL DEFAULT 0 CHECK (first_touch_days BETWEEN 0 AND 30),
    -- Whether gateways hold services to the number of devices that may be connected at once (docs/decisions/0144).
    connections_enforced     boolean NOT NULL DEFAULT true,
    -- Who leaves a long period early may be charged for the days used at the price of the shortest period (decision 0146).
    refund_shortest_price    boolean NOT NULL DEFAULT false
);

INSERT INTO site_config DEFAULT VALUES;

CREATE FUNCTION announce_config() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('config_changed', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER config_changes_are_announced AFTER INSERT OR UPDATE ON site_config
    FOR EACH STATEMENT EXECUTE FUNCTION announce_config();

CREATE FUNCTION refuse_dynamic_without_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM plans p JOIN exit_addresses e ON e.pool_id = p.pool_id AND e.withdrawn_at IS NULL
                    WHERE p.kind = 'dynamic' AND p.state <> 'hidden'
                    GROUP BY p.id, e.gateway_id HAVING bool_and(e.takes_new) AND count(*) > kept_for_rotation(count(*)))
    THEN
        RAISE EXCEPTION 'dynamic IP cannot be switched on: no dynamic plan has a serving gateway with two addresses or more, one to use and one to change to'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'dynamic_has_addresses';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER dynamic_needs_addresses BEFORE UPDATE ON site_config
    FOR EACH ROW WHEN (NEW.dynamic_enabled AND NOT OLD.dynamic_enabled)
    EXECUTE FUNCTION refuse_dynamic_without_addresses();

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

DO $$
BEGIN
    PERFORM make_visit_month(now());
    PERFORM make_visit_month(now() + interval '1 month');
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
CREATE INDEX visit_days_of_kind ON visit_days (kind, day);

-- What broke in people's browsers: a row for each kind of error, however often it comes. Nothing in it is about
-- a person; queries, addresses and long numbers are cut out before.
CREATE TABLE client_errors (
    fingerprint text PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{16}$'),
    message     text NOT NULL CHECK (length(message) <= 500),
    stack       text NOT NULL CHECK (length(stack) <= 4000),
    path        text NOT NULL CHECK (length(path) <= 200),
    release     text NOT NULL CHECK (length(release) <= 80),
    count       bigint NOT NULL DEFAULT 1 CHECK (count > 0),
    first_at    timestamptz NOT NULL DEFAULT now(),
    last_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT first_is_before_last CHECK (first_at <= last_at)
);
CREATE INDEX client_errors_last_at ON client_errors (last_at);

CREATE TABLE first_touches (
    member_id     bigint PRIMARY KEY REFERENCES members ON DELETE CASCADE,
    touched_at    timestamptz NOT NULL,
    referrer_host text NOT NULL CHECK (length(referrer_host) <= 253),
    keyword       text NOT NULL CHECK (length(keyword) <= 200),
    campaign      text NOT NULL CHECK (length(campaign) <= 200)
);
CREATE INDEX first_touches_by_age ON first_touches (touched_at);

-- Where a member came from goes when they leave: their row stays, emptied, and would keep it. A trigger, because every
-- way to leave empties the row, and a statement of its own would be one more round trip in each of them.
CREATE FUNCTION forget_first_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM first_touches WHERE member_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER who_leaves_came_from_nowhere AFTER UPDATE OF left_at ON members
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION forget_first_touch();
