-- Whether gateways hold services to the number of devices that may be connected at once (docs/decisions/0144).
ALTER TABLE site_config ADD COLUMN connections_enforced boolean NOT NULL DEFAULT true;

-- What the gateway is told of it. Null is as many as there are. A job fills it for exits from before.
ALTER TABLE exits ADD COLUMN connections integer;
ALTER TABLE exits ADD CONSTRAINT exits_connections_check CHECK (connections BETWEEN 1 AND 1000) NOT VALID;

-- Since when a gateway lets nothing of a device through, because newer connections use up its service.
ALTER TABLE device_usage ADD COLUMN parked_at timestamptz;

-- What was sold for a period that is not over, or what the plan gives now, if that is more.
CREATE FUNCTION connections_of(s services) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN greatest((SELECT connections FROM plans WHERE id = s.plan_id),
                    (SELECT max(l.connections)
                       FROM service_periods t JOIN order_lines l ON l.order_id = t.order_id
                      WHERE t.service_id = s.id AND t.refunded_at IS NULL AND t.ends_at > now()));
END
$$;

-- The number of a plan, or the switch, reaches running services in the same transaction, as the speed of a plan does.
-- Null is the services of all plans.
CREATE FUNCTION tell_connections(of_plan bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM gateways ORDER BY id FOR NO KEY UPDATE;
    WITH other AS MATERIALIZED (
        SELECT x.id, CASE WHEN c.connections_enforced THEN connections_of(s) END AS connections
          FROM site_config c
         CROSS JOIN services s
          JOIN exits x ON x.service_id = s.id AND x.removed_at IS NULL
         WHERE (of_plan IS NULL OR s.plan_id = of_plan)
           AND x.connections IS DISTINCT FROM CASE WHEN c.connections_enforced THEN connections_of(s) END
         ORDER BY x.gateway_id, x.service_id
           FOR UPDATE OF x
    )
    UPDATE exits x SET connections = other.connections FROM other WHERE x.id = other.id;
END
$$;
CREATE FUNCTION tell_connections_of_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tell_connections(NEW.id);
    RETURN NULL;
END
$$;
CREATE FUNCTION tell_all_connections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tell_connections(NULL);
    RETURN NULL;
END
$$;
CREATE TRIGGER gateways_before_connections BEFORE UPDATE OF connections ON plans
    FOR EACH STATEMENT EXECUTE FUNCTION lock_gateways_before_a_speed();
CREATE TRIGGER connections_reach_gateways AFTER UPDATE OF connections ON plans FOR EACH ROW
    WHEN (OLD.connections <> NEW.connections) EXECUTE FUNCTION tell_connections_of_plan();
CREATE TRIGGER the_switch_reaches_gateways AFTER UPDATE OF connections_enforced ON site_config FOR EACH ROW
    WHEN (OLD.connections_enforced <> NEW.connections_enforced) EXECUTE FUNCTION tell_all_connections();
