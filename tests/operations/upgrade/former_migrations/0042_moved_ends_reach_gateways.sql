-- The gateway serves a peer until the end of its service. Whoever moves that end, an operator in SQL too, moves it for
-- the peers in the same statement. Gateways are locked in the order of their ids and peers changed in the order of
-- their keys, as everywhere, so that two transactions do not deadlock.
CREATE FUNCTION move_ends_of_peers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Most changes of services move no end; one that did not must not lock a gateway.
    PERFORM 1
       FROM gateways
      WHERE id IN (SELECT p.gateway_id
                     FROM moved m
                     JOIN devices d ON d.service_id = m.id AND d.removed_at IS NULL
                     JOIN gateway_peers p ON p.public_key = d.public_key AND p.removed_at IS NULL
                    WHERE p.until <> m.ends_at)
      ORDER BY id
        FOR NO KEY UPDATE;
    IF FOUND THEN
        WITH late AS MATERIALIZED (
            SELECT p.gateway_id, p.public_key, m.ends_at
              FROM moved m
              JOIN devices d ON d.service_id = m.id AND d.removed_at IS NULL
              JOIN gateway_peers p ON p.public_key = d.public_key AND p.removed_at IS NULL
             WHERE p.until <> m.ends_at
             ORDER BY p.gateway_id, p.public_key
               FOR UPDATE OF p
        )
        UPDATE gateway_peers p SET until = late.ends_at FROM late
         WHERE p.gateway_id = late.gateway_id AND p.public_key = late.public_key;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER moved_ends_reach_gateways AFTER UPDATE ON services
    REFERENCING NEW TABLE AS moved
    FOR EACH STATEMENT EXECUTE FUNCTION move_ends_of_peers();

-- Ends that were moved before.
UPDATE gateway_peers p SET until = s.ends_at
  FROM devices d JOIN services s ON s.id = d.service_id
 WHERE d.public_key = p.public_key AND d.removed_at IS NULL AND p.removed_at IS NULL AND p.until <> s.ends_at;
