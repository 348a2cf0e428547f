-- What a sub-id does stands in its log, for owner and sub-id to read: a device added, by itself or through a link of its own,
-- an address changed, and that undone.

ALTER TABLE sub_id_events DROP CONSTRAINT sub_id_events_what_check;
ALTER TABLE sub_id_events ADD CONSTRAINT sub_id_events_what_check CHECK (what IN (
    'created', 'changed', 'link_made', 'link_opened', 'password_set', 'suspended', 'resumed', 'removed', 'granted',
    'withdrawn', 'acting_began', 'acting_ended', 'device_added', 'address_changed', 'change_undone'));

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
