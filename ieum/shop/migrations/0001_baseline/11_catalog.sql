-- Plans and their prices.

CREATE TABLE plans (
    id                     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code                   text NOT NULL UNIQUE,
    kind                   text NOT NULL CHECK (kind IN ('static', 'dynamic', 'ticket')),
    pool_id                bigint REFERENCES address_pools,
    name                   text NOT NULL,
    description            text NOT NULL DEFAULT '',
    device_limit           integer NOT NULL DEFAULT 1 CHECK (device_limit BETWEEN 0 AND 100),
    position               integer NOT NULL DEFAULT 0,
    connections            integer NOT NULL DEFAULT 1 CHECK (connections BETWEEN 1 AND 100),
    state                  text    NOT NULL DEFAULT 'visible' CHECK (state IN ('visible', 'hidden', 'sold_out')),
    -- What was shown on a past day stays provable: nobody adds a price to a day that is over.
    -- A plan that is just being added has not been shown yet.
    added_at               timestamptz NOT NULL DEFAULT now(),
    -- What a plan allows. `rotation_timer_least` and `rotation_timer_most` are in minutes.
    rotation_least_seconds integer NOT NULL DEFAULT 60 CHECK (rotation_least_seconds BETWEEN 1 AND 86400),
    rotation_a_day         integer NOT NULL DEFAULT 300 CHECK (rotation_a_day BETWEEN 1 AND 100000),
    rotation_timer_least   integer NOT NULL DEFAULT 1,
    rotation_timer_most    integer NOT NULL DEFAULT 1440,
    -- Whether a change prefers an address of another /24 network.
    rotation_other_network boolean NOT NULL DEFAULT true,
    -- How fast a plan's services are, in Mbit/s (docs/decisions/0075). Null is as fast as the line.
    upload_mbit            integer CHECK (upload_mbit BETWEEN 1 AND 10000),
    download_mbit          integer CHECK (download_mbit BETWEEN 1 AND 10000),
    CONSTRAINT addresses_come_from_a_pool CHECK (kind = 'ticket' OR pool_id IS NOT NULL),
    CONSTRAINT rotation_timer_has_a_range
        CHECK (1 <= rotation_timer_least AND rotation_timer_least <= rotation_timer_most AND rotation_timer_most <= 1440),
    CONSTRAINT a_ticket_has_no_speed
        CHECK (kind <> 'ticket' OR (upload_mbit IS NULL AND download_mbit IS NULL))
);

-- A plan's new speed reaches its running services in the same transaction, whoever changes it. The gateways are locked
-- before the plan: whoever writes an exit locks its gateway first and then reads the plan, so neither overlooks the other.
CREATE FUNCTION lock_gateways_before_a_speed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM gateways ORDER BY id FOR NO KEY UPDATE;
    RETURN NULL;
END
$$;
CREATE TRIGGER gateways_before_a_speed BEFORE UPDATE OF upload_mbit, download_mbit ON plans
    FOR EACH STATEMENT EXECUTE FUNCTION lock_gateways_before_a_speed();
CREATE TRIGGER gateways_before_connections BEFORE UPDATE OF connections ON plans
    FOR EACH STATEMENT EXECUTE FUNCTION lock_gateways_before_a_speed();

CREATE FUNCTION tell_gateways_a_speed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WITH slow AS MATERIALIZED (
        SELECT x.id, p.upload_mbit, p.download_mbit
          FROM changed p
          JOIN former f ON f.id = p.id
          JOIN services s ON s.plan_id = p.id
          JOIN exits x ON x.service_id = s.id AND x.removed_at IS NULL
         WHERE (p.upload_mbit, p.download_mbit) IS DISTINCT FROM (f.upload_mbit, f.download_mbit)
           AND (x.upload_mbit, x.download_mbit) IS DISTINCT FROM (p.upload_mbit, p.download_mbit)
         ORDER BY x.gateway_id, x.service_id
           FOR UPDATE OF x
    )
    UPDATE exits x
       SET upload_mbit = slow.upload_mbit, download_mbit = slow.download_mbit
      FROM slow WHERE x.id = slow.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER speeds_reach_gateways AFTER UPDATE ON plans
    REFERENCING OLD TABLE AS former NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tell_gateways_a_speed();

-- Append-only, so that the price shown on any past day can be proven. The newest that is in force counts.
CREATE TABLE plan_prices (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    plan_id        bigint NOT NULL REFERENCES plans,
    months         integer NOT NULL CHECK (months BETWEEN 1 AND 36),
    -- Won, VAT included.
    amount         integer NOT NULL CHECK (amount BETWEEN 100 AND 100000000),
    effective_from timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX plan_prices_in_force ON plan_prices (plan_id, months, effective_from DESC);

-- From so many at once, so many percent off. Zero percent ends one.
CREATE TABLE plan_quantity_discounts (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    plan_id        bigint NOT NULL REFERENCES plans,
    min_quantity   integer NOT NULL CHECK (min_quantity BETWEEN 2 AND 100),
    percent        integer NOT NULL CHECK (percent BETWEEN 0 AND 90),
    effective_from timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX plan_quantity_discounts_in_force
    ON plan_quantity_discounts (plan_id, min_quantity, effective_from DESC);

CREATE FUNCTION refuse_backdating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.effective_from < now() - interval '1 minute'
       AND EXISTS (SELECT 1 FROM plans WHERE id = NEW.plan_id AND added_at < now() - interval '1 minute') THEN
        RAISE EXCEPTION 'a price of plan % cannot begin in the past', NEW.plan_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'no_backdating';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER prices_are_not_backdated BEFORE INSERT ON plan_prices
    FOR EACH ROW EXECUTE FUNCTION refuse_backdating();
CREATE TRIGGER discounts_are_not_backdated BEFORE INSERT ON plan_quantity_discounts
    FOR EACH ROW EXECUTE FUNCTION refuse_backdating();

-- Pools from which a dynamic plan's services draw beside the plan's own, where their gateway has addresses of them.
CREATE TABLE plan_pools (
    plan_id bigint NOT NULL REFERENCES plans,
    pool_id bigint NOT NULL REFERENCES address_pools,
    PRIMARY KEY (plan_id, pool_id)
);

-- A version that has not begun was never shown: it may be withdrawn, a minute before its moment at the latest, so that
-- a transaction that is slow to commit deletes no price that somebody has seen. Others stay as evidence.
CREATE FUNCTION refuse_rewriting_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.effective_from > clock_timestamp() + interval '1 minute' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER plan_prices_are_append_only BEFORE UPDATE OR DELETE ON plan_prices
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_prices();
CREATE TRIGGER plan_quantity_discounts_are_append_only BEFORE UPDATE OR DELETE ON plan_quantity_discounts
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_prices();

-- What a month of a plan costs at most by the prices in force; of one without any price, what the dearest plan costs.
CREATE FUNCTION dearest_month(of_plan bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
    WITH in_force AS (
        SELECT DISTINCT ON (plan_id, months) plan_id, amount::numeric / months AS a_month
          FROM plan_prices WHERE effective_from <= now() ORDER BY plan_id, months, effective_from DESC
    )
    SELECT coalesce(max(a_month) FILTER (WHERE plan_id = of_plan), max(a_month), 0) FROM in_force
$$;

-- What a ticket costs at most, or if none is sold, a month of the dearest plan.
CREATE FUNCTION dearest_ticket() RETURNS bigint LANGUAGE sql STABLE AS $$
    WITH in_force AS (
        SELECT DISTINCT ON (p.plan_id, p.months) p.amount, p.amount / p.months AS a_month, l.kind
          FROM plan_prices p JOIN plans l ON l.id = p.plan_id
         WHERE p.effective_from <= now() ORDER BY p.plan_id, p.months, p.effective_from DESC
    )
    SELECT coalesce(max(amount) FILTER (WHERE kind = 'ticket'), max(a_month), 0)::bigint FROM in_force
$$;
