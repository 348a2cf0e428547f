-- Accounts are free: what one member may do is limited for all members of a network together, too. A mobile carrier or
-- an office shares one address, so the limits leave room for many.
ALTER TABLE site_config
    ADD COLUMN sign_ups_an_hour     integer NOT NULL DEFAULT 60 CHECK (sign_ups_an_hour >= 1),
    -- 100: no limit.
    ADD COLUMN network_hold_percent integer NOT NULL DEFAULT 20 CHECK (network_hold_percent BETWEEN 1 AND 100);

-- Counts of an hour beside those of a minute, and of a member beside those of a network.
TRUNCATE request_counts;
ALTER TABLE request_counts ALTER COLUMN network TYPE text;
ALTER TABLE request_counts RENAME COLUMN network TO who;
ALTER TABLE request_counts RENAME COLUMN minute TO since;
ALTER TABLE request_counts ADD CONSTRAINT who_is_short CHECK (length(who) <= 100);

-- From which network an unpaid order holds the address: an IPv4 address, or an IPv6 /64. Kept no longer than the hold.
ALTER TABLE leases
    ADD COLUMN network cidr,
    ADD CONSTRAINT networks_are_kept_while_held CHECK (network IS NULL OR state = 'held');
CREATE INDEX leases_network ON leases (network) WHERE network IS NOT NULL;

CREATE FUNCTION forget_network_of_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.network := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER leases_forget_their_network BEFORE UPDATE ON leases
    FOR EACH ROW WHEN (NEW.state <> 'held' AND NEW.network IS NOT NULL) EXECUTE FUNCTION forget_network_of_lease();

-- An IPv6 customer picks addresses from a /64.
CREATE FUNCTION network_of_order(wanted text) RETURNS cidr LANGUAGE sql STABLE AS $$
    SELECT network(set_masklen(ip_address, CASE family(ip_address) WHEN 6 THEN 64 ELSE 32 END))
      FROM consents WHERE order_id = wanted AND ip_address IS NOT NULL ORDER BY id LIMIT 1
$$;
UPDATE leases SET network = network_of_order(order_id) WHERE state = 'held';

-- The most that the members of one network may hold unpaid in a pool with so many free addresses, never less than one
-- member alone may; by virtual account half of it, so that deposits, which take a day, do not keep cards out. Null: no
-- limit.
CREATE FUNCTION most_network_holds(free bigint, by_deposit boolean) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN network_hold_percent < 100
                THEN greatest(most_unpaid_holds(free, by_deposit),
                              free * network_hold_percent / CASE WHEN by_deposit THEN 200 ELSE 100 END)
            END::integer
      FROM site_config
$$;
