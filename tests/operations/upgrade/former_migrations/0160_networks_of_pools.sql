-- What a pool has on each gateway is kept by /24 network, and what is for sale is counted as far as anybody looks: with
-- a million addresses, a list of plans counted all of them, and an order of a dynamic address sorted all of its pool
-- (docs/decisions/0132).
-- may lock exit_addresses: a million addresses are counted in about a second, in which no address can be sold

CREATE TABLE pool_networks (
    pool_id    bigint NOT NULL REFERENCES address_pools,
    gateway_id bigint NOT NULL REFERENCES gateways,
    network    cidr NOT NULL CHECK (family(network) = 4 AND masklen(network) = 24),
    -- All of the pool's addresses in it, and those of them that are not withdrawn.
    addresses  integer NOT NULL CHECK (addresses >= 0),
    in_service integer NOT NULL CHECK (in_service BETWEEN 0 AND addresses),
    PRIMARY KEY (pool_id, gateway_id, network)
);

CREATE FUNCTION note_new_networks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- In one order, so that two imports wait for one another.
    INSERT INTO pool_networks AS n (pool_id, gateway_id, network, addresses, in_service)
    SELECT pool_id, gateway_id, network(set_masklen(address, 24)), count(*), count(*) FILTER (WHERE withdrawn_at IS NULL)
      FROM changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (pool_id, gateway_id, network) DO UPDATE
       SET addresses = n.addresses + excluded.addresses, in_service = n.in_service + excluded.in_service;
    RETURN NULL;
END
$$;
CREATE FUNCTION note_removed_networks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM pool_networks WHERE (pool_id, gateway_id, network)
                 IN (SELECT pool_id, gateway_id, network(set_masklen(address, 24)) FROM changed)
      ORDER BY pool_id, gateway_id, network FOR UPDATE;
    UPDATE pool_networks n
       SET addresses = n.addresses - c.addresses, in_service = n.in_service - c.in_service
      FROM (SELECT pool_id, gateway_id, network(set_masklen(address, 24)) AS network, count(*) AS addresses,
                   count(*) FILTER (WHERE withdrawn_at IS NULL) AS in_service
              FROM changed GROUP BY 1, 2, 3) c
     WHERE (n.pool_id, n.gateway_id, n.network) = (c.pool_id, c.gateway_id, c.network);
    DELETE FROM pool_networks n USING changed c
     WHERE n.addresses = 0 AND n.pool_id = c.pool_id AND n.gateway_id = c.gateway_id
       AND n.network = network(set_masklen(c.address, 24));
    RETURN NULL;
END
$$;
-- By row, because addresses are sold and given back all day, which is no concern of this.
CREATE FUNCTION note_moved_networks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE pool_networks
       SET addresses = addresses - 1, in_service = in_service - (OLD.withdrawn_at IS NULL)::integer
     WHERE (pool_id, gateway_id, network) = (OLD.pool_id, OLD.gateway_id, network(set_masklen(OLD.address, 24)));
    INSERT INTO pool_networks AS n (pool_id, gateway_id, network, addresses, in_service)
    VALUES (NEW.pool_id, NEW.gateway_id, network(set_masklen(NEW.address, 24)), 1, (NEW.withdrawn_at IS NULL)::integer)
    ON CONFLICT (pool_id, gateway_id, network) DO UPDATE
       SET addresses = n.addresses + 1, in_service = n.in_service + excluded.in_service;
    DELETE FROM pool_networks
     WHERE addresses = 0
       AND (pool_id, gateway_id, network) = (OLD.pool_id, OLD.gateway_id, network(set_masklen(OLD.address, 24)));
    RETURN NULL;
END
$$;
CREATE TRIGGER new_addresses_count_in_their_networks AFTER INSERT ON exit_addresses
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_networks();
CREATE TRIGGER removed_addresses_count_no_more AFTER DELETE ON exit_addresses
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_networks();
CREATE TRIGGER moved_addresses_count_elsewhere
    AFTER UPDATE OF pool_id, gateway_id, address, withdrawn_at ON exit_addresses
    FOR EACH ROW WHEN ((OLD.pool_id, OLD.gateway_id, OLD.address, OLD.withdrawn_at IS NULL)
                       IS DISTINCT FROM (NEW.pool_id, NEW.gateway_id, NEW.address, NEW.withdrawn_at IS NULL))
    EXECUTE FUNCTION note_moved_networks();
INSERT INTO pool_networks (pool_id, gateway_id, network, addresses, in_service)
SELECT pool_id, gateway_id, network(set_masklen(address, 24)), count(*), count(*) FILTER (WHERE withdrawn_at IS NULL)
  FROM exit_addresses GROUP BY 1, 2, 3;

-- What `free_to_sell` says, counted no further than anybody looks: to a thousand, or as far as the share of it that a
-- member may hold grows. Of dynamic ones, the gateways are asked one after the other until there are so many.
CREATE FUNCTION stock_for_sale(plan_kind text, pool bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    most  bigint := (SELECT greatest(1000, greatest(card_hold_limit, deposit_hold_limit) * 100 / hold_share_percent + 1)
                       FROM site_config);
    stock bigint := 0;
    host  record;
    free  bigint;
BEGIN
    IF plan_kind <> 'dynamic' THEN
        RETURN (SELECT count(*) FROM (SELECT FROM exit_addresses WHERE pool_id = pool AND sellable_at <= now()
                                       LIMIT most) counted);
    END IF;
    FOR host IN
        SELECT n.gateway_id AS id, kept_for_rotation(sum(n.in_service)::bigint) AS kept
          FROM pool_networks n JOIN gateways g ON g.id = n.gateway_id AND g.state = 'serving'
         WHERE n.pool_id = pool GROUP BY n.gateway_id ORDER BY n.gateway_id
    LOOP
        SELECT count(*) INTO free
          FROM (SELECT FROM exit_addresses
                 WHERE gateway_id = host.id AND pool_id = pool AND usable_at <= now() LIMIT host.kept + most) counted;
        stock := stock + greatest(0, free - host.kept);
        EXIT WHEN stock >= most;
    END LOOP;
    RETURN least(stock, most);
END
$$;
