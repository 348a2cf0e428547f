-- Dynamic plans: a service has one address at any time, and changes it (docs/decisions/0071).

-- What a plan allows. `rotation_timer_least` and `rotation_timer_most` are in minutes.
ALTER TABLE plans
    ADD COLUMN rotation_least_seconds integer NOT NULL DEFAULT 60 CHECK (rotation_least_seconds BETWEEN 1 AND 86400),
    ADD COLUMN rotation_a_day integer NOT NULL DEFAULT 300 CHECK (rotation_a_day BETWEEN 1 AND 100000),
    ADD COLUMN rotation_timer_least integer NOT NULL DEFAULT 1,
    ADD COLUMN rotation_timer_most integer NOT NULL DEFAULT 1440,
    -- Whether a change prefers an address of another /24 network.
    ADD COLUMN rotation_other_network boolean NOT NULL DEFAULT true,
    ADD CONSTRAINT rotation_timer_has_a_range
        CHECK (1 <= rotation_timer_least AND rotation_timer_least <= rotation_timer_most AND rotation_timer_most <= 1440);

-- What a dynamic plan allows, as the API says it; null for other plans.
CREATE FUNCTION rotation_limits(plan plans) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN plan.kind = 'dynamic' THEN jsonb_build_object(
               'leastSeconds', plan.rotation_least_seconds, 'aDay', plan.rotation_a_day,
               'timerLeast', plan.rotation_timer_least, 'timerMost', plan.rotation_timer_most,
               'otherNetwork', plan.rotation_other_network) END
$$;

-- Pools from which a dynamic plan's services draw beside the plan's own, where their gateway has addresses of them.
CREATE TABLE plan_pools (
    plan_id bigint NOT NULL REFERENCES plans,
    pool_id bigint NOT NULL REFERENCES address_pools,
    PRIMARY KEY (plan_id, pool_id)
);

-- The share of a gateway's addresses of a pool that is not sold, so that everybody can change theirs; one at least.
ALTER TABLE site_config
    ADD COLUMN rotation_reserve_percent integer NOT NULL DEFAULT 10 CHECK (rotation_reserve_percent BETWEEN 0 AND 90);

CREATE FUNCTION kept_for_rotation(addresses bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT greatest(1, ceil(addresses * rotation_reserve_percent / 100.0))::bigint FROM site_config
$$;
-- How many addresses of a pool can be sold as this kind. Of dynamic ones, every gateway keeps its share.
CREATE FUNCTION free_to_sell(plan_kind text, pool bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN plan_kind = 'dynamic'
                THEN (SELECT coalesce(sum(greatest(0, g.free - kept_for_rotation(g.all))), 0)
                        FROM (SELECT count(*) AS all, count(*) FILTER (WHERE available_at <= now()) AS free
                                FROM exit_addresses WHERE pool_id = pool GROUP BY gateway_id) g)
                ELSE (SELECT count(*) FROM exit_addresses WHERE pool_id = pool AND available_at <= now()) END
$$;

-- A lease that a service has left may run on for a while, for what was open then: its tail.
ALTER TABLE leases
    DROP CONSTRAINT leases_state_check,
    ADD CONSTRAINT leases_state_check CHECK (state IN ('held', 'active', 'tail', 'ended')),
    -- How the service came by it.
    ADD COLUMN cause text CHECK (cause IN ('order', 'ticket', 'button', 'timer', 'reconnect', 'link')),
    ADD COLUMN left_at timestamptz,
    ADD COLUMN tail_until timestamptz,
    ADD CONSTRAINT a_tail_has_its_times CHECK (state <> 'tail' OR (left_at IS NOT NULL AND tail_until IS NOT NULL));
UPDATE leases l
   SET cause = CASE WHEN EXISTS (SELECT FROM leases o WHERE o.service_id = l.service_id AND o.id < l.id)
                    THEN 'ticket' ELSE 'order' END,
       left_at = ended_at
 WHERE active_at IS NOT NULL;
ALTER TABLE leases ADD CONSTRAINT a_used_lease_has_a_cause CHECK (active_at IS NULL OR cause IS NOT NULL);
CREATE UNIQUE INDEX leases_one_tail_per_service ON leases (service_id) WHERE state = 'tail';
CREATE INDEX leases_tails_due ON leases (tail_until) WHERE state = 'tail';

-- What is told of a tail: connections that leave by this address may go on until then.
ALTER TABLE exits
    ADD COLUMN tail_address inet CHECK (masklen(tail_address) = 32 AND family(tail_address) = 4),
    ADD COLUMN tail_until timestamptz,
    ADD CONSTRAINT a_tail_is_whole CHECK ((tail_address IS NULL) = (tail_until IS NULL));

-- How a service changes its address by itself, and how often it has.
CREATE TABLE rotations (
    service_id    bigint PRIMARY KEY REFERENCES services,
    -- Minutes between two changes by the timer; null where it is off.
    timer         integer CHECK (timer BETWEEN 1 AND 1440),
    on_reconnect  boolean NOT NULL DEFAULT false,
    -- Whether open connections end with a change, or run on for ten minutes at most.
    let_run       boolean NOT NULL DEFAULT false,
    next_at       timestamptz,
    changed_at    timestamptz,
    -- The changes of a day in Seoul that count against the plan's limit.
    day           date,
    changes       integer NOT NULL DEFAULT 0 CHECK (changes >= 0),
    CONSTRAINT a_timer_has_its_next_moment CHECK ((timer IS NULL) = (next_at IS NULL))
);
CREATE INDEX rotations_due ON rotations (next_at) WHERE next_at IS NOT NULL;

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
CREATE INDEX rotation_links_service ON rotation_links (service_id) WHERE revoked_at IS NULL;

-- Gateways serve dynamic addresses now, so what migration 0038 held back goes. Where dynamic IP was switched on in vain,
-- the operator switches it on again, when its plan has addresses.
DROP TRIGGER dynamic_needs_its_network ON site_config;
DROP FUNCTION refuse_dynamic_without_network();
UPDATE site_config SET dynamic_enabled = dynamic_sold;
ALTER TABLE site_config DROP COLUMN dynamic_sold;
ALTER TABLE site_config DROP COLUMN dynamic_served;

CREATE FUNCTION refuse_dynamic_without_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM plans p JOIN exit_addresses e ON e.pool_id = p.pool_id
                    WHERE p.kind = 'dynamic' AND p.state <> 'hidden'
                    GROUP BY p.id, e.gateway_id HAVING count(*) > kept_for_rotation(count(*))) THEN
        RAISE EXCEPTION 'dynamic IP cannot be switched on: no dynamic plan has a gateway with two addresses or more, one to use and one to change to'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'dynamic_has_addresses';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER dynamic_needs_addresses BEFORE UPDATE ON site_config
    FOR EACH ROW WHEN (NEW.dynamic_enabled AND NOT OLD.dynamic_enabled)
    EXECUTE FUNCTION refuse_dynamic_without_addresses();
