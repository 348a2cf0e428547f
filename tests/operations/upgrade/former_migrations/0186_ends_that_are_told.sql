-- How many days before its end the member of a service was told of it last: 7, 1, or 0 for the end itself. Forgotten when
-- the end moves.
ALTER TABLE services ADD COLUMN end_told smallint;
-- Nothing is in the column yet that would have to be read.
ALTER TABLE services ADD CONSTRAINT end_is_told_thrice CHECK (end_told IN (0, 1, 7)) NOT VALID;
CREATE FUNCTION forget_told_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.end_told := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER services_forget_told_end BEFORE UPDATE OF ends_at ON services
    FOR EACH ROW WHEN (NEW.ends_at <> OLD.ends_at) EXECUTE FUNCTION forget_told_end();
