-- How fast a plan's services are, in Mbit/s (docs/decisions/0075). Null is as fast as the line.
ALTER TABLE plans
    ADD COLUMN upload_mbit integer CHECK (upload_mbit BETWEEN 1 AND 10000),
    ADD COLUMN download_mbit integer CHECK (download_mbit BETWEEN 1 AND 10000),
    ADD CONSTRAINT a_ticket_has_no_speed
        CHECK (kind <> 'ticket' OR (upload_mbit IS NULL AND download_mbit IS NULL));

-- What the gateway is told of it.
ALTER TABLE exits
    ADD COLUMN upload_mbit integer CHECK (upload_mbit BETWEEN 1 AND 10000),
    ADD COLUMN download_mbit integer CHECK (download_mbit BETWEEN 1 AND 10000);

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
