-- What the shop says of itself at /status: incidents, and what was said about each. Both only grow in what is public.
CREATE TABLE status_incidents (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title    text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    parts    text[] NOT NULL CHECK (cardinality(parts) > 0 AND parts <@ ARRAY['shop', 'payment', 'messages', 'gateways']),
    level    text NOT NULL CHECK (level IN ('notice', 'degraded', 'down')),
    state    text NOT NULL CHECK (state IN ('looking', 'known', 'watching', 'over')),
    began_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    -- How bad an incident was at its worst: the page's ninety days show that, also after staff have said that it is better.
    worst    text CHECK (worst IN ('notice', 'degraded', 'down')),
    CONSTRAINT over_has_a_time CHECK ((state = 'over') = (ended_at IS NOT NULL)),
    CONSTRAINT ends_after_its_begin CHECK (ended_at >= began_at)
);
CREATE INDEX status_incidents_recent ON status_incidents (began_at);

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

CREATE TABLE status_updates (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    incident_id bigint NOT NULL REFERENCES status_incidents,
    state       text NOT NULL CHECK (state IN ('looking', 'known', 'watching', 'over')),
    words       text NOT NULL CHECK (length(words) BETWEEN 1 AND 1000),
    said_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX status_updates_of_incident ON status_updates (incident_id, id);

-- What was said stays said: a mistake is put right by another update.
CREATE FUNCTION refuse_unsaying() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what was said of an incident stays' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER updates_stay BEFORE UPDATE OR DELETE ON status_updates
    FOR EACH ROW EXECUTE FUNCTION refuse_unsaying();
