-- Whoever came from another shop and chose a password by its reset has come: the link that they were mailed would set
-- another one, past their second factor and whatever their mail address is by then, and an import would correct what is
-- theirs. Their sessions, by which that was told, are deleted in time.
CREATE FUNCTION use_moving_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE moving_links SET used_at = now() WHERE member_id = NEW.id AND used_at IS NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER who_has_a_password_has_come AFTER UPDATE OF password_hash ON members
    FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION use_moving_link();
