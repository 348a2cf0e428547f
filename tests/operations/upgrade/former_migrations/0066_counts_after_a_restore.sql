-- A shop that was restored from a backup counts its revisions on from an old number. While a gateway is away, the count
-- could pass the one that this gateway has, which would then be told only what came after it: it would keep exits that
-- nobody has any more, whose addresses are sold to others (docs/decisions/0082).

ALTER TABLE gateways
    -- When the count was last known to be the gateway's: at each change, and at each heartbeat of its stream.
    ADD COLUMN counted_at timestamptz NOT NULL DEFAULT now();

-- By how much a change raises the revision. After a silence as long as a restore takes at least, that is a microsecond's
-- worth each: more than the shop can have counted meanwhile and forgotten.
CREATE FUNCTION revisions_since(counted_at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN counted_at < now() - interval '30 seconds'
                THEN (extract(epoch FROM now() - counted_at) * 1000000)::bigint ELSE 1 END
$$;

CREATE OR REPLACE FUNCTION raise_gateway_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    setting text := 'ieum.raised_' || NEW.gateway_id;
    statement text := statement_timestamp()::text;
    raised text := current_setting(setting, true);
BEGIN
    -- The setting ends with the transaction, or the savepoint, as the raised revision does.
    IF raised IS NOT NULL AND split_part(raised, '|', 1) = statement THEN
        NEW.revision := split_part(raised, '|', 2)::bigint;
        RETURN NEW;
    END IF;
    -- After a silence, whatever the gateway has is from before, so it is told everything.
    UPDATE gateways
       SET revision = revision + revisions_since(counted_at),
           whole_since = CASE WHEN revisions_since(counted_at) > 1 THEN revision + revisions_since(counted_at)
                              ELSE whole_since END,
           counted_at = now()
     WHERE id = NEW.gateway_id RETURNING revision INTO NEW.revision;
    PERFORM set_config(setting, statement || '|' || NEW.revision, true);
    PERFORM pg_notify('gateway_changed', NEW.gateway_id::text);
    RETURN NEW;
END
$$;
