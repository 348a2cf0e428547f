-- Services that are over whose devices still reach the shop, so that their members can extend them from there (0145).
CREATE TABLE waiting_services (
    service_id bigint PRIMARY KEY REFERENCES services,
    until      timestamptz NOT NULL
);
CREATE INDEX waiting_services_by_end ON waiting_services (until);

-- What a gateway is told of it: the exit has no address any more, and its endpoints reach the shop alone until then.
ALTER TABLE exits ADD COLUMN shop_until timestamptz;

-- Whether a service that is over can be extended: it waits, and the address that it had last is nobody else's yet.
CREATE FUNCTION may_come_back(s services) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN s.state = 'expired'
       AND EXISTS (SELECT FROM waiting_services WHERE service_id = s.id AND until > now())
       AND EXISTS (SELECT FROM exit_addresses e
                    WHERE e.id = (SELECT address_id FROM leases WHERE service_id = s.id AND active_at IS NOT NULL
                                   ORDER BY id DESC LIMIT 1)
                      AND e.available_at IS NOT NULL AND e.flagged_at IS NULL AND e.withdrawn_at IS NULL);
END
$$;
