-- Links by which a person without an account sets up one device of a service (docs/decisions/0091). Their tokens are stored
-- hashed.
CREATE TABLE device_links (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id   bigint NOT NULL REFERENCES services,
    token_hash   bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- What the device will be called.
    name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL DEFAULT now() + interval '1 hour',
    -- When somebody first opened it, and when it was last pressed while the service had no place for a device.
    opened_at    timestamptz,
    full_at      timestamptz,
    withdrawn_at timestamptz,
    used_at      timestamptz,
    device_id    bigint UNIQUE REFERENCES devices ON DELETE CASCADE,
    CONSTRAINT a_used_link_has_its_device CHECK ((used_at IS NULL) = (device_id IS NULL)),
    CONSTRAINT a_link_is_used_or_withdrawn CHECK (used_at IS NULL OR withdrawn_at IS NULL)
);
-- For the list of a service, and for the limit of a day.
CREATE INDEX device_links_service ON device_links (service_id, created_at);
-- For the job that deletes them.
CREATE INDEX device_links_expired ON device_links (expires_at);

-- With the service its links are over, whoever ends it, and the names that they have.
CREATE FUNCTION forget_device_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM device_links WHERE service_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER what_is_over_sets_up_nothing AFTER UPDATE OF state ON services
    FOR EACH ROW WHEN (NEW.state IN ('expired', 'ended') AND OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION forget_device_links();
