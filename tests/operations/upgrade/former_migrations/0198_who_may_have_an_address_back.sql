-- Whether a service that is over may have the address back that it had last: it is nobody's and could be sold to anybody
-- (its gateway is neither lost nor being emptied), and has rested if somebody else had it since. Theirs must rest as any
-- does: a change of theirs that no gateway acknowledges needs it again.
CREATE FUNCTION comes_back_to(e exit_addresses, service bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN e.sellable_at IS NOT NULL
       AND (e.sellable_at <= now()
            OR NOT EXISTS (SELECT FROM leases l
                            WHERE l.address_id = e.id AND l.active_at IS NOT NULL AND l.service_id <> service
                              AND l.id > (SELECT max(id) FROM leases
                                           WHERE service_id = service AND active_at IS NOT NULL)));
END
$$;
CREATE OR REPLACE FUNCTION may_come_back(s services) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN s.state = 'expired'
       AND EXISTS (SELECT FROM waiting_services WHERE service_id = s.id AND until > now())
       AND EXISTS (SELECT FROM exit_addresses e
                    WHERE e.id = (SELECT address_id FROM leases WHERE service_id = s.id AND active_at IS NOT NULL
                                   ORDER BY id DESC LIMIT 1)
                      AND comes_back_to(e, s.id));
END
$$;
