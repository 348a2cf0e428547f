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

-- Whether a code may be used while the gateway is running: two people have agreed to that. A code that one person made while
-- the gateway was silent is no way around them once it is back. The release before writes and reads the table as it did.
ALTER TABLE gateway_codes ADD COLUMN takes_over boolean NOT NULL DEFAULT true;
