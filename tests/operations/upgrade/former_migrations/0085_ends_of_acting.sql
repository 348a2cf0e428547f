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
