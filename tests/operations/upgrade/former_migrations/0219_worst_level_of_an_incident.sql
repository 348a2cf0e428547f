-- How bad an incident was at its worst: the page's ninety days show that, also after staff have said that it is better.
ALTER TABLE status_incidents ADD COLUMN worst text CHECK (worst IN ('notice', 'degraded', 'down'));
UPDATE status_incidents SET worst = level;

CREATE FUNCTION keep_worst_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.worst = CASE WHEN 'down' IN (NEW.level, coalesce(NEW.worst, NEW.level)) THEN 'down'
                     WHEN 'degraded' IN (NEW.level, coalesce(NEW.worst, NEW.level)) THEN 'degraded'
                     ELSE 'notice' END;
    RETURN NEW;
END
$$;
CREATE TRIGGER worst_level_stays BEFORE INSERT OR UPDATE ON status_incidents
    FOR EACH ROW EXECUTE FUNCTION keep_worst_level();
