-- The trace of the request or job that a transaction belongs to. The server says it at the beginning of each transaction
-- (kernel/db.py); a version of the shop from before says nothing, and leaves nulls.
CREATE FUNCTION current_trace() RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT nullif(current_setting('ieum.trace', true), '')::uuid
$$;

-- A default of its own statement: added with the column, it would be computed once for all rows there are.
ALTER TABLE orders ADD COLUMN trace uuid;
ALTER TABLE orders ALTER COLUMN trace SET DEFAULT current_trace();
ALTER TABLE payments ADD COLUMN trace uuid;
ALTER TABLE payments ALTER COLUMN trace SET DEFAULT current_trace();

-- A job goes on with the trace of what queued it. In a column and not among its arguments: a worker of the version before
-- would hand an argument that it does not know to the job, which would fail.
ALTER TABLE procrastinate_jobs ADD COLUMN trace uuid;
ALTER TABLE procrastinate_jobs ALTER COLUMN trace SET DEFAULT current_trace();

-- Of the latest change of what a gateway should do.
ALTER TABLE exits ADD COLUMN trace uuid;
ALTER TABLE endpoints ADD COLUMN trace uuid;

CREATE OR REPLACE FUNCTION raise_gateway_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    setting text := 'ieum.raised_' || NEW.gateway_id;
    statement text := statement_timestamp()::text;
    raised text := current_setting(setting, true);
BEGIN
    NEW.trace := current_trace();
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
