-- Where a member came from goes when they leave: their row stays, emptied, and would keep it. A trigger, because every
-- way to leave empties the row, and a statement of its own would be one more round trip in each of them.
CREATE FUNCTION forget_first_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM first_touches WHERE member_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER who_leaves_came_from_nowhere AFTER UPDATE OF left_at ON members
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION forget_first_touch();

-- Of those who left before this: the statement that it replaces has not run for all of them.
DELETE FROM first_touches t USING members m WHERE m.id = t.member_id AND m.left_at IS NOT NULL;
