-- Changes of dynamic addresses (docs/decisions/0071).

-- What a dynamic plan allows, as the API says it; null for other plans.
CREATE FUNCTION rotation_limits(plan plans) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN plan.kind = 'dynamic' THEN jsonb_build_object(
               'leastSeconds', plan.rotation_least_seconds, 'aDay', plan.rotation_a_day,
               'timerLeast', plan.rotation_timer_least, 'timerMost', plan.rotation_timer_most,
               'otherNetwork', plan.rotation_other_network) END
$$;

-- How a service changes its address by itself, and how often it has.
CREATE TABLE rotations (
    service_id         bigint PRIMARY KEY REFERENCES services,
    -- Minutes between two changes by the timer; null where it is off.
    timer              integer CHECK (timer BETWEEN 1 AND 1440),
    on_reconnect       boolean NOT NULL DEFAULT false,
    -- Whether open connections end with a change, or run on for ten minutes at most.
    let_run            boolean NOT NULL DEFAULT false,
    next_at            timestamptz,
    changed_at         timestamptz,
    -- The changes of a day in Seoul that count against the plan's limit.
    day                date,
    changes            integer NOT NULL DEFAULT 0 CHECK (changes >= 0),
    -- A service that was tried is left alone until then, so that one that finds no address, or fails, holds up no others.
    reconnect_again_at timestamptz,
    CONSTRAINT a_timer_has_its_next_moment CHECK ((timer IS NULL) = (next_at IS NULL))
);
CREATE INDEX rotations_due ON rotations (next_at) WHERE next_at IS NOT NULL;
-- For the job that looks for silent services.
CREATE INDEX rotations_on_reconnect ON rotations (service_id) WHERE on_reconnect;

-- Links that change a service's address and can do nothing else. Their tokens are stored hashed.
CREATE TABLE rotation_links (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id bigint NOT NULL REFERENCES services,
    token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    -- The client networks that may use it; empty where all may.
    networks   cidr[] NOT NULL DEFAULT '{}' CHECK (cardinality(networks) <= 8),
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at    timestamptz,
    revoked_at timestamptz
);
CREATE INDEX rotation_links_service ON rotation_links (service_id, created_at);
CREATE INDEX rotation_links_revoked ON rotation_links (revoked_at) WHERE revoked_at IS NOT NULL;

-- What a member has set for a service's address ends with the service: its timer, which no job reads any more, and its
-- links, with the names and networks that the member gave them.
CREATE FUNCTION forget_rotation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM rotations WHERE service_id = NEW.id;
    DELETE FROM rotation_links WHERE service_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER what_is_over_changes_nothing AFTER UPDATE OF state ON services
    FOR EACH ROW WHEN (NEW.state IN ('expired', 'ended') AND OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION forget_rotation();
