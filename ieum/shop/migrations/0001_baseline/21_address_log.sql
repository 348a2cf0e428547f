-- The log of fixed addresses, which can be checked (docs/decisions/0090).

-- What the log is about, as the leases tell it: a service got its first address, or another one; it left one that runs on
-- for a while on its old gateway; an address was released. `coming` leases and holds have no cause and are none of it.
-- Nor are the changes of dynamic services, which the causes name as far as they can, so that the indexes stay small.
CREATE VIEW fixed_address_events AS
SELECT l.lease_id, l.service_id, x.address, l.event, l.at
  FROM (SELECT id AS lease_id, service_id, address_id, CASE cause WHEN 'order' THEN 'leased' ELSE 'changed' END AS event,
               active_at AS at
          FROM leases WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND active_at IS NOT NULL
         UNION ALL
        SELECT id, service_id, address_id, 'left', left_at
          FROM leases
         WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND left_at IS NOT NULL
           AND left_at IS DISTINCT FROM ended_at
         UNION ALL
        SELECT id, service_id, address_id, 'released', ended_at
          FROM leases WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND ended_at IS NOT NULL) l
  JOIN services s ON s.id = l.service_id
  JOIN plans p ON p.id = s.plan_id AND p.kind = 'static'
  JOIN exit_addresses x ON x.id = l.address_id;

-- One chain for each day in Seoul. It begins with the head of the day before, and its own head is the last hash in it.
CREATE TABLE address_log_days (
    day          date PRIMARY KEY,
    -- 32 zero bytes on the first day.
    previous     bytea NOT NULL CHECK (length(previous) = 32),
    -- As far as the chain has come; final once it is signed.
    entry_count  integer NOT NULL DEFAULT 0 CHECK (entry_count >= 0),
    head         bytea NOT NULL CHECK (length(head) = 32),
    key_id       text,
    signature    bytea CHECK (length(signature) = 64),
    closed_at    timestamptz,
    -- Since when only the head is left.
    destroyed_at timestamptz,
    CONSTRAINT what_is_closed_is_signed CHECK (num_nulls(key_id, signature, closed_at) IN (0, 3)),
    CONSTRAINT what_is_destroyed_was_closed CHECK (destroyed_at IS NULL OR closed_at IS NOT NULL)
);
CREATE UNIQUE INDEX address_log_days_one_open ON address_log_days ((true)) WHERE closed_at IS NULL;

-- A day stays for good, and as it was signed. It is destroyed once, five years later, when nobody has what it is about.
CREATE FUNCTION refuse_rewriting_log_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.closed_at IS NULL
       AND (NEW.day, NEW.previous) = (OLD.day, OLD.previous) AND NEW.entry_count >= OLD.entry_count
       AND NEW.destroyed_at IS NULL THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.destroyed_at IS NULL AND NEW.destroyed_at IS NOT NULL
       AND (NEW.day, NEW.previous, NEW.entry_count, NEW.head, NEW.key_id, NEW.signature, NEW.closed_at)
           = (OLD.day, OLD.previous, OLD.entry_count, OLD.head, OLD.key_id, OLD.signature, OLD.closed_at)
       AND OLD.day < (now() AT TIME ZONE 'Asia/Seoul')::date - 5 * 365
       AND NOT EXISTS (SELECT FROM address_log_entries e JOIN leases l ON l.id = e.lease_id WHERE e.day = OLD.day) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER log_days_are_append_only BEFORE UPDATE OR DELETE ON address_log_days
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_log_days();
CREATE TRIGGER address_log_days_are_not_emptied BEFORE TRUNCATE ON address_log_days
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TABLE address_log_entries (
    day        date NOT NULL REFERENCES address_log_days,
    index      integer NOT NULL CHECK (index > 0),
    -- Which lease tells the same; not part of what is hashed. No reference, because the law deletes leases first, and
    -- because one would lock the lease against who changes it.
    lease_id   bigint NOT NULL,
    event      text NOT NULL CHECK (event IN ('leased', 'changed', 'left', 'released')),
    at         timestamptz NOT NULL,
    written_at timestamptz NOT NULL,
    address    inet NOT NULL CHECK (masklen(address) = 32 AND family(address) = 4),
    -- What the log calls the service.
    service    uuid NOT NULL,
    -- So that nobody can find out what a hash stands for by guessing.
    salt       bytea NOT NULL CHECK (length(salt) = 16),
    hash       bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (day, index)
);
-- What happened is written once, however many workers write.
CREATE UNIQUE INDEX address_log_entries_once ON address_log_entries (lease_id, event);

-- Entries stay as they are, until their day is destroyed.
CREATE FUNCTION refuse_rewriting_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT FROM address_log_days WHERE day = OLD.day AND destroyed_at IS NOT NULL
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER log_entries_are_append_only BEFORE UPDATE OR DELETE ON address_log_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_log();
-- What is append-only cannot be emptied either.
CREATE TRIGGER address_log_entries_are_not_emptied BEFORE TRUNCATE ON address_log_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Which service a name in the log stands for. It goes when the last lease of the service goes: then the log names nobody.
CREATE TABLE address_log_services (
    service_id bigint PRIMARY KEY,
    name       uuid NOT NULL UNIQUE DEFAULT gen_random_uuid()
);

-- How far the leases have been read; its row is also the lock of whoever writes the log. `read_until`: all that happened
-- before is in the log. `began_at`: when the log was begun; what happened before was taken in then, and is not late.
-- Both are null before the first run.
CREATE TABLE address_log_reading (
    one        boolean PRIMARY KEY DEFAULT true CHECK (one),
    began_at   timestamptz,
    read_until timestamptz
);

INSERT INTO address_log_reading DEFAULT VALUES;
