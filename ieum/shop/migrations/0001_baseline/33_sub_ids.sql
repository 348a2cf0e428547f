-- Links and events of sub-ids (docs/decisions/0092).

-- By which a sub-id chooses its password, once and within a day. Tokens are stored hashed.
CREATE TABLE sub_id_links (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sub_id         bigint NOT NULL REFERENCES members,
    token_hash     bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- Whether it also takes away the second factor and passkeys, of whoever has lost them.
    resets_factors boolean NOT NULL,
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL,
    opened_at      timestamptz,
    used_at        timestamptz,
    revoked_at     timestamptz,
    CONSTRAINT it_ends_once CHECK (used_at IS NULL OR revoked_at IS NULL)
);
CREATE UNIQUE INDEX sub_id_links_one_open ON sub_id_links (sub_id) WHERE used_at IS NULL AND revoked_at IS NULL;
CREATE INDEX sub_id_links_expires_at ON sub_id_links (expires_at);

-- What was done with a sub-id, for its owner and itself to read. It names nobody.
CREATE TABLE sub_id_events (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sub_id     bigint NOT NULL REFERENCES members,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    by         text NOT NULL CHECK (by IN ('owner', 'sub_id', 'shop')),
    what       text NOT NULL CHECK (what IN (
        'created', 'changed', 'link_made', 'link_opened', 'password_set', 'suspended', 'resumed', 'removed', 'granted',
        'withdrawn', 'acting_began', 'acting_ended', 'device_added', 'device_removed', 'address_changed', 'change_undone')),
    service_id bigint REFERENCES services,
    -- What a right or an end was set to, in numbers.
    detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX sub_id_events_sub_id ON sub_id_events (sub_id, id DESC);
CREATE TRIGGER sub_id_events_are_never_changed BEFORE UPDATE ON sub_id_events
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- Whatever ends that an owner looks as a sub-id is noted for both to read: a press, a logout, another login's end of the
-- session, the suspension or removal of the sub-id.
CREATE FUNCTION note_end_of_acting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO sub_id_events (sub_id, by, what) VALUES (OLD.acts_as, 'owner', 'acting_ended');
    RETURN NULL;
END
$$;
CREATE TRIGGER ends_of_acting_are_noted AFTER UPDATE OF acts_as, ended_at ON login_sessions
    FOR EACH ROW WHEN (OLD.acts_as IS NOT NULL AND OLD.ended_at IS NULL
                       AND (NEW.acts_as IS DISTINCT FROM OLD.acts_as OR NEW.ended_at IS NOT NULL))
    EXECUTE FUNCTION note_end_of_acting();

CREATE FUNCTION note_device_of_sub_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO sub_id_events (sub_id, by, what, service_id, detail)
    VALUES (NEW.made_by, 'sub_id', 'device_added', NEW.service_id, jsonb_build_object('device', NEW.id));
    RETURN NULL;
END
$$;
CREATE TRIGGER devices_of_sub_ids_are_noted AFTER INSERT ON devices
    FOR EACH ROW WHEN (NEW.made_by IS NOT NULL) EXECUTE FUNCTION note_device_of_sub_id();

CREATE FUNCTION note_change_of_sub_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO sub_id_events (sub_id, by, what, service_id, detail)
    VALUES (NEW.made_by, 'sub_id', CASE WHEN NEW.undoes IS NULL THEN 'address_changed' ELSE 'change_undone' END,
            NEW.service_id, jsonb_build_object('change', NEW.id));
    RETURN NULL;
END
$$;
CREATE TRIGGER changes_of_sub_ids_are_noted AFTER INSERT ON ip_changes
    FOR EACH ROW WHEN (NEW.made_by IS NOT NULL) EXECUTE FUNCTION note_change_of_sub_id();

CREATE FUNCTION note_removed_device_of_sub_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO sub_id_events (sub_id, by, what, service_id, detail)
    VALUES (NEW.made_by, CASE WHEN NEW.removed_by = NEW.made_by THEN 'sub_id' ELSE 'owner' END, 'device_removed',
            NEW.service_id, jsonb_build_object('device', NEW.id));
    RETURN NULL;
END
$$;
CREATE TRIGGER removed_devices_of_sub_ids_are_noted AFTER UPDATE OF removed_by ON devices
    FOR EACH ROW WHEN (NEW.made_by IS NOT NULL AND OLD.removed_by IS NULL AND NEW.removed_by IS NOT NULL)
    EXECUTE FUNCTION note_removed_device_of_sub_id();

-- How many days before its last day the owner of a sub-id was told of it last: 7, 1, or 0 for the end itself. Of another
-- last day nothing was told.
CREATE TABLE sub_id_ends_told (
    sub_id  bigint PRIMARY KEY REFERENCES members,
    ends_at timestamptz NOT NULL,
    days    smallint NOT NULL CHECK (days IN (0, 1, 7))
);
