-- Whether gateways serve dynamic addresses. The version that brings this part sets it; operators do not.
ALTER TABLE site_config ADD COLUMN dynamic_served boolean NOT NULL DEFAULT false;
-- Whether dynamic plans are sold: where they were switched on before they could be served, they are not.
ALTER TABLE site_config
    ADD COLUMN dynamic_sold boolean GENERATED ALWAYS AS (dynamic_enabled AND dynamic_served) STORED;

CREATE FUNCTION refuse_dynamic_without_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'dynamic IP cannot be switched on: no gateway of this version serves dynamic addresses, so buyers would pay and get nothing'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'dynamic_is_served';
END
$$;
CREATE TRIGGER dynamic_needs_its_network BEFORE UPDATE ON site_config
    FOR EACH ROW WHEN (NEW.dynamic_enabled AND NOT OLD.dynamic_enabled AND NOT NEW.dynamic_served)
    EXECUTE FUNCTION refuse_dynamic_without_network();
