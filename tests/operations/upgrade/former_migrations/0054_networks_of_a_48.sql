-- Anybody gets an IPv6 /48 free of charge, with 65,536 networks of a /64 in it: what limits count as one network is the
-- /48, also for orders that take their addresses again.
CREATE OR REPLACE FUNCTION network_of_order(wanted text) RETURNS cidr LANGUAGE sql STABLE AS $$
    SELECT network(set_masklen(ip_address, CASE family(ip_address) WHEN 6 THEN 48 ELSE 32 END))
      FROM consents WHERE order_id = wanted AND ip_address IS NOT NULL ORDER BY id LIMIT 1
$$;
UPDATE leases SET network = set_masklen(network, 48) WHERE family(network) = 6;

-- Whether a request for a lost id or password comes from the member's own network is still told by the /64 of one line;
-- erased with what was typed.
ALTER TABLE recovery_requests ADD COLUMN household cidr;
UPDATE recovery_requests r SET household = v.network
  FROM verifications v WHERE v.id = r.verification_id AND r.looked_up_at IS NULL;
ALTER TABLE recovery_requests
    DROP CONSTRAINT forgotten_when_looked_up,
    ADD CONSTRAINT forgotten_when_looked_up CHECK (
        looked_up_at IS NULL
        OR (name IS NULL AND login_id IS NULL AND device IS NULL AND household IS NULL)
    );
UPDATE verifications SET network = set_masklen(network, 48) WHERE family(network) = 6;

-- A text costs money: how many verification codes the whole shop sends by SMS within the clock's hour.
ALTER TABLE site_config ADD COLUMN code_texts_an_hour integer NOT NULL DEFAULT 600 CHECK (code_texts_an_hour >= 1);

-- The most that the members of one network may hold unpaid in a pool with so many free addresses while each newcomer
-- among them takes one, which is twice the share: what a stranger's accounts hold does not keep them out. A small pool's
-- floor, which is what one member alone may hold, stays as it is. Null: no limit.
CREATE FUNCTION most_network_holds_of_newcomers(free bigint) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN network_hold_percent < 100
                THEN greatest(most_unpaid_holds(free, false), free * 2 * network_hold_percent / 100)
            END::integer
      FROM site_config
$$;
