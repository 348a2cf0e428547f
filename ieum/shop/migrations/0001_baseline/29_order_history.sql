-- What was sold and by whom, as it stood when each order was made.

-- The shop as contracts name it: a row for each change.
CREATE TABLE sellers (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    since              timestamptz NOT NULL DEFAULT now(),
    name               text NOT NULL,
    representative     text NOT NULL,
    business_licence   text NOT NULL,
    mail_order_licence text NOT NULL,
    address            text NOT NULL,
    phone              text NOT NULL,
    mail               text NOT NULL
);
CREATE TRIGGER sellers_are_append_only BEFORE UPDATE OR DELETE ON sellers
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

INSERT INTO sellers (name, representative, business_licence, mail_order_licence, address, phone, mail)
SELECT coalesce(nullif(business_name, ''), site_name), representative, business_licence, mail_order_licence, address, phone,
       site_mail
  FROM site_config;

CREATE FUNCTION write_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO sellers (name, representative, business_licence, mail_order_licence, address, phone, mail)
    SELECT coalesce(nullif(NEW.business_name, ''), NEW.site_name), NEW.representative, NEW.business_licence,
           NEW.mail_order_licence, NEW.address, NEW.phone, NEW.site_mail;
    RETURN NULL;
END
$$;
CREATE TRIGGER site_config_writes_seller
    AFTER UPDATE OF business_name, site_name, representative, business_licence, mail_order_licence, address, phone,
                    site_mail ON site_config FOR EACH ROW
    WHEN ((OLD.business_name, OLD.site_name, OLD.representative, OLD.business_licence, OLD.mail_order_licence, OLD.address,
           OLD.phone, OLD.site_mail)
          IS DISTINCT FROM
          (NEW.business_name, NEW.site_name, NEW.representative, NEW.business_licence, NEW.mail_order_licence, NEW.address,
           NEW.phone, NEW.site_mail))
    EXECUTE FUNCTION write_seller();

-- What was sold, as it was called when it was sold: documents of an order read these rows and not the plan, which may be
-- renamed, and whose pool may change its carrier, afterwards. One line an order so far.
CREATE TABLE order_lines (
    order_id        text NOT NULL REFERENCES orders,
    number          smallint NOT NULL DEFAULT 1 CHECK (number > 0),
    plan_id         bigint NOT NULL REFERENCES plans,
    -- The service that a renewal of one service prolongs.
    service_id      bigint REFERENCES services,
    name            text NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('static', 'dynamic', 'ticket')),
    -- Empty for what is bound to no carrier, as tickets are.
    carrier         text NOT NULL,
    region          text NOT NULL,
    months          integer NOT NULL CHECK (months > 0),
    quantity        integer NOT NULL CHECK (quantity > 0),
    -- This line's share of the order's amounts, in won and points.
    list_amount     bigint NOT NULL CHECK (list_amount >= 0),
    discount_amount bigint NOT NULL CHECK (discount_amount >= 0),
    points_used     integer NOT NULL CHECK (points_used >= 0),
    amount          bigint NOT NULL CHECK (amount >= 0),
    device_limit    integer NOT NULL,
    connections     integer NOT NULL,
    upload_mbit     integer,
    download_mbit   integer,
    seller_id       bigint NOT NULL REFERENCES sellers,
    PRIMARY KEY (order_id, number),
    CONSTRAINT line_adds_up CHECK (amount = list_amount - discount_amount - points_used)
);
CREATE TRIGGER order_lines_are_append_only BEFORE UPDATE OR DELETE ON order_lines
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- A charge of a recurring payment goes on with what was sold by its first order, as its terms do (`take_terms`).
-- In PL/pgSQL, which keeps the plan and looks for a first order only where there may be one.
CREATE FUNCTION lines_of(placed orders) RETURNS SETOF order_lines LANGUAGE plpgsql STABLE AS $$
DECLARE
    first order_lines;
BEGIN
    IF placed.subscription_id IS NOT NULL THEN
        SELECT l.* INTO first
          FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.number = 1
         WHERE o.subscription_id = placed.subscription_id AND o.period < placed.period
         ORDER BY o.period LIMIT 1;
    END IF;
    RETURN QUERY
    SELECT placed.id, 1::smallint, placed.plan_id, placed.service_id,
           coalesce(first.name, p.name), p.kind, coalesce(first.carrier, a.carrier, ''),
           coalesce(first.region, a.region, ''), placed.months, placed.quantity, placed.list_amount,
           placed.discount_amount, placed.points_used, placed.amount::bigint,
           coalesce(first.device_limit, p.device_limit), coalesce(first.connections, p.connections),
           CASE WHEN first.order_id IS NULL THEN p.upload_mbit ELSE first.upload_mbit END,
           CASE WHEN first.order_id IS NULL THEN p.download_mbit ELSE first.download_mbit END,
           (SELECT max(id) FROM sellers)
      FROM plans p
      LEFT JOIN address_pools a ON a.id = p.pool_id
     WHERE p.id = placed.plan_id;
END
$$;

CREATE FUNCTION write_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_lines SELECT * FROM lines_of(NEW);
    RETURN NULL;
END
$$;
CREATE TRIGGER orders_write_lines AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION write_lines();

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
CREATE TRIGGER connections_reach_gateways AFTER UPDATE OF connections ON plans FOR EACH ROW
    WHEN (OLD.connections <> NEW.connections) EXECUTE FUNCTION tell_connections_of_plan();

CREATE FUNCTION tell_all_connections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tell_connections(NULL);
    RETURN NULL;
END
$$;
CREATE TRIGGER the_switch_reaches_gateways AFTER UPDATE OF connections_enforced ON site_config FOR EACH ROW
    WHEN (OLD.connections_enforced <> NEW.connections_enforced) EXECUTE FUNCTION tell_all_connections();

-- How many devices a service may have: as many as were sold with the period that began last, or as its plan grants now if
-- that is more. A plan that is made smaller takes nothing from whoever has bought it.
CREATE FUNCTION device_limit_of(service bigint, of_plan integer) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN greatest(of_plan, (
        SELECT sold.device_limit
          FROM service_periods t
          JOIN order_lines sold ON sold.order_id = t.order_id AND sold.number = 1
         WHERE t.service_id = service AND t.refunded_at IS NULL
         ORDER BY t.starts_at > now(), abs(extract(epoch FROM t.starts_at - now())), t.order_id
         LIMIT 1));
END
$$;
