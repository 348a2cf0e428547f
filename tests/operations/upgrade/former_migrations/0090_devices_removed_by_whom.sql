-- A device that a sub-id made and that somebody removes stands in the sub-id's log, as its beginning does.

-- Who removed it by a press, a sub-id or the member. Null while it is there, and for what went with a right, a service, a
-- sub-id or a former key.
ALTER TABLE devices
    ADD COLUMN removed_by bigint REFERENCES members,
    ADD CONSTRAINT devices_removed_by_somebody CHECK (removed_by IS NULL OR removed_at IS NOT NULL);

ALTER TABLE sub_id_events DROP CONSTRAINT sub_id_events_what_check;
ALTER TABLE sub_id_events ADD CONSTRAINT sub_id_events_what_check CHECK (what IN (
    'created', 'changed', 'link_made', 'link_opened', 'password_set', 'suspended', 'resumed', 'removed', 'granted',
    'withdrawn', 'acting_began', 'acting_ended', 'device_added', 'device_removed', 'address_changed', 'change_undone'));

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
