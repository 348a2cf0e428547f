-- Use on record (docs/decisions/0073): bytes by hour, sessions by month, and who has looked an address up.

-- The newest state of each device, of which the row is also the lock. Its bytes are sums of what was counted.
ALTER TABLE device_usage
    -- The life of the counters that were reported last, and where they stood. 0 of gateways that name none.
    ADD COLUMN epoch bigint NOT NULL DEFAULT 0,
    ADD COLUMN epoch_rx bigint NOT NULL DEFAULT 0 CHECK (epoch_rx >= 0),
    ADD COLUMN epoch_tx bigint NOT NULL DEFAULT 0 CHECK (epoch_tx >= 0),
    -- The lives before it, for reports that come late: [[epoch, rx, tx], …], the newest last.
    ADD COLUMN former jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(former) = 'array' AND jsonb_array_length(former) <= 8),
    -- The gateway's moment of the newest report.
    ADD COLUMN sampled_at timestamptz,
    -- The session that runs.
    ADD COLUMN session_began_at timestamptz,
    ADD COLUMN session_exit inet CHECK (masklen(session_exit) = 32 AND family(session_exit) = 4),
    -- The client's address, sealed, and by what the same one is known again without opening the seal.
    ADD COLUMN session_client bytea,
    ADD COLUMN session_mark bytea CHECK (length(session_mark) = 16),
    ADD COLUMN session_rx bigint NOT NULL DEFAULT 0 CHECK (session_rx >= 0),
    ADD COLUMN session_tx bigint NOT NULL DEFAULT 0 CHECK (session_tx >= 0),
    ADD CONSTRAINT a_session_has_an_exit CHECK ((session_began_at IS NULL) = (session_exit IS NULL)),
    ADD CONSTRAINT a_client_has_a_mark CHECK ((session_client IS NULL) = (session_mark IS NULL)),
    ADD CONSTRAINT a_client_has_a_session CHECK (session_client IS NULL OR session_began_at IS NOT NULL);
UPDATE device_usage SET epoch_rx = greatest(rx_bytes, 0), epoch_tx = greatest(tx_bytes, 0), sampled_at = reported_at;
-- Each report writes most rows of a gateway anew: with room in the page they keep their place in the indexes.
ALTER TABLE device_usage SET (fillfactor = 50);
CREATE INDEX device_usage_running ON device_usage (session_exit) WHERE session_began_at IS NOT NULL;

-- Both are in a table per month of Seoul's calendar, which is dropped whole. They refer to no other table, because a month
-- could then be attached only while nobody writes devices; whoever writes them has read the device in the same transaction.
CREATE TABLE usage_hours (
    device_id bigint NOT NULL,
    hour      timestamptz NOT NULL CHECK (date_trunc('hour', hour, 'UTC') = hour),
    rx_bytes  bigint NOT NULL CHECK (rx_bytes >= 0),
    tx_bytes  bigint NOT NULL CHECK (tx_bytes >= 0),
    CONSTRAINT usage_hours_of_a_device PRIMARY KEY (device_id, hour)
) PARTITION BY RANGE (hour);

CREATE SEQUENCE usage_session_ids;
CREATE TABLE usage_sessions (
    id           bigint NOT NULL DEFAULT nextval('usage_session_ids'),
    device_id    bigint NOT NULL,
    service_id   bigint NOT NULL,
    exit_address inet NOT NULL CHECK (masklen(exit_address) = 32 AND family(exit_address) = 4),
    client       bytea,
    began_at     timestamptz NOT NULL,
    ended_at     timestamptz NOT NULL,
    rx_bytes     bigint NOT NULL CHECK (rx_bytes >= 0),
    tx_bytes     bigint NOT NULL CHECK (tx_bytes >= 0),
    CONSTRAINT usage_sessions_in_order PRIMARY KEY (id, began_at),
    CONSTRAINT a_session_ends_after_it_began CHECK (ended_at > began_at)
) PARTITION BY RANGE (began_at);
ALTER SEQUENCE usage_session_ids OWNED BY usage_sessions.id;
-- The end is in the index, so that "who at this moment" reads no session but those that ran then.
CREATE INDEX usage_sessions_exit ON usage_sessions (exit_address, began_at, ended_at);
CREATE INDEX usage_sessions_service ON usage_sessions (service_id, began_at);

-- Attached, not created as a partition, because that would lock out every report meanwhile.
CREATE FUNCTION make_usage_month(parent text, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first date := date_trunc('month', moment AT TIME ZONE 'Asia/Seoul');
    name  text := parent || '_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass(name) IS NOT NULL THEN
        RETURN;
    END IF;
    -- Whoever comes second waits, and then finds it made.
    PERFORM pg_advisory_xact_lock(hashtext('make_usage_month'));
    IF NOT EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                    WHERE i.inhparent = parent::regclass AND c.relname = name) THEN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) WITH (fillfactor = %s)', name, parent,
                       CASE parent WHEN 'usage_hours' THEN 70 ELSE 100 END);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name,
                       first::timestamp AT TIME ZONE 'Asia/Seoul',
                       (first + interval '1 month') AT TIME ZONE 'Asia/Seoul');
    END IF;
END
$$;

-- Drop the months that ended `months` before the present one began. Whoever reads for long puts it off to the next run.
CREATE FUNCTION drop_usage_months(parent text, months integer, OUT name text, OUT rows bigint) RETURNS SETOF record
LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
    before date := date_trunc('month', now() AT TIME ZONE 'Asia/Seoul') - make_interval(months => months);
BEGIN
    FOR name IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = parent::regclass AND c.relname < parent || '_' || to_char(before, 'YYYY_MM')
         ORDER BY c.relname
    LOOP
        EXECUTE format('SELECT count(*) FROM %I', name) INTO rows;
        EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, name);
        EXECUTE format('DROP TABLE %I', name);
        RETURN NEXT;
    END LOOP;
END
$$;

DO $$
BEGIN
    PERFORM make_usage_month(parent, now() + step)
       FROM unnest(ARRAY['usage_hours', 'usage_sessions']) parent,
            unnest(ARRAY[interval '-1 month', interval '0', interval '1 month']) step;
END
$$;

-- For how many whole months every hour and every session is kept. The law wants twelve of sessions (CSPA decree 41).
ALTER TABLE site_config
    ADD COLUMN usage_months integer NOT NULL DEFAULT 13 CHECK (usage_months BETWEEN 1 AND 60),
    ADD COLUMN session_months integer NOT NULL DEFAULT 12 CHECK (session_months BETWEEN 12 AND 60);

-- Who looked up the holder of an address, why, and what was found. Never changed, never deleted.
CREATE TABLE address_lookups (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    asked_at       timestamptz NOT NULL DEFAULT now(),
    asked_by       text NOT NULL CHECK (length(btrim(asked_by)) BETWEEN 2 AND 100),
    reason         text NOT NULL CHECK (length(btrim(reason)) BETWEEN 5 AND 500),
    address        inet NOT NULL CHECK (masklen(address) = 32 AND family(address) = 4),
    since          timestamptz NOT NULL,
    until          timestamptz NOT NULL CHECK (until > since),
    -- Whether client addresses were unsealed.
    clients_opened boolean NOT NULL,
    services       bigint[] NOT NULL
);
CREATE TRIGGER lookups_are_append_only BEFORE UPDATE OR DELETE ON address_lookups
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- Who had an address at a moment.
CREATE INDEX leases_address ON leases (address_id, active_at);
