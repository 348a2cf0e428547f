-- Addresses for sale and who has them: proven before they are sold (docs/decisions/0076), dynamic ones changed (0071).

-- Addresses that are sold alike: one carrier, one region.
CREATE TABLE address_pools (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code    text NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
    carrier text NOT NULL,
    region  text NOT NULL
);

CREATE TABLE exit_addresses (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    pool_id      bigint NOT NULL REFERENCES address_pools,
    gateway_id   bigint NOT NULL REFERENCES gateways,
    address      inet NOT NULL UNIQUE CHECK (masklen(address) = 32 AND family(address) = 4),
    -- From when it may be sold; null while it is leased or withdrawn from sale.
    available_at timestamptz DEFAULT now(),
    added_at     timestamptz NOT NULL DEFAULT now(),
    -- Since when a gateway is known to reach the shop by it, and how that is known; null while it is new.
    proven_at    timestamptz,
    proven_by    text CHECK (proven_by IN ('migration', 'call', 'sandbox')),
    -- Since when its reputation is known; null until it was looked up first.
    cleared_at   timestamptz,
    -- What is wrong with it now. It is not sold while there is anything.
    flags        text[] NOT NULL DEFAULT '{}' CHECK (flags <@ ARRAY['unproven', 'listed', 'other_carrier']),
    flagged_at   timestamptz,
    -- Taken out of sale by an operator.
    withdrawn_at timestamptz,
    -- Whether the address's gateway takes new services: it is serving, and nothing else. Kept beside the address, so that
    -- whoever holds an address at the moment in which its gateway is drained either was first or finds it taken.
    takes_new    boolean NOT NULL DEFAULT true,
    usable_at    timestamptz GENERATED ALWAYS AS (
        CASE WHEN proven_at IS NOT NULL AND cleared_at IS NOT NULL AND flagged_at IS NULL AND withdrawn_at IS NULL
             THEN available_at END) STORED,
    sellable_at  timestamptz GENERATED ALWAYS AS (
        CASE WHEN takes_new AND proven_at IS NOT NULL AND cleared_at IS NOT NULL AND flagged_at IS NULL
                  AND withdrawn_at IS NULL
             THEN available_at END) STORED,
    CONSTRAINT a_proof_has_its_kind CHECK ((proven_at IS NULL) = (proven_by IS NULL)),
    CONSTRAINT a_flag_has_its_time CHECK ((flags = '{}') = (flagged_at IS NULL)),
    CONSTRAINT addresses_of_gateways UNIQUE (id, gateway_id)
);
CREATE INDEX exit_addresses_flagged ON exit_addresses (id) WHERE flagged_at IS NOT NULL;
CREATE INDEX exit_addresses_sellable ON exit_addresses (pool_id, sellable_at, id) WHERE sellable_at IS NOT NULL;
CREATE INDEX exit_addresses_usable ON exit_addresses (gateway_id, pool_id, usable_at, id) WHERE usable_at IS NOT NULL;
-- Lists of addresses go by number; the states that few are in have an index of their own.
CREATE INDEX exit_addresses_of_gateway ON exit_addresses (gateway_id, address);
CREATE INDEX exit_addresses_of_pool ON exit_addresses (pool_id, address);
CREATE INDEX exit_addresses_wrong ON exit_addresses (address) WHERE flagged_at IS NOT NULL;
CREATE INDEX exit_addresses_withdrawn ON exit_addresses (address) WHERE withdrawn_at IS NOT NULL;
CREATE INDEX exit_addresses_unproven ON exit_addresses (address) WHERE proven_at IS NULL OR cleared_at IS NULL;
CREATE INDEX exit_addresses_usable_by_number ON exit_addresses (address) WHERE usable_at IS NOT NULL;
-- The console lists the addresses of one gateway, or of one pool, that are free or in use. Without these, a gateway that is
-- all sold, or all free, was read to its last address for a page that is empty. What they hold besides saves the look at the
-- row.
CREATE INDEX exit_addresses_usable_of_gateway ON exit_addresses (gateway_id, address) INCLUDE (id, pool_id, usable_at)
    WHERE usable_at IS NOT NULL;
CREATE INDEX exit_addresses_usable_of_pool ON exit_addresses (pool_id, address) INCLUDE (id, gateway_id, usable_at)
    WHERE usable_at IS NOT NULL;
CREATE INDEX exit_addresses_taken ON exit_addresses (address) INCLUDE (id)
    WHERE available_at IS NULL AND flagged_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX exit_addresses_taken_of_gateway ON exit_addresses (gateway_id, address) INCLUDE (id, pool_id)
    WHERE available_at IS NULL AND flagged_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX exit_addresses_taken_of_pool ON exit_addresses (pool_id, address) INCLUDE (id, gateway_id)
    WHERE available_at IS NULL AND flagged_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX exit_addresses_resting ON exit_addresses (available_at) INCLUDE (address, id, gateway_id, pool_id)
    WHERE available_at IS NOT NULL AND flagged_at IS NULL AND withdrawn_at IS NULL;

CREATE FUNCTION take_what_the_gateway_takes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Shared, so that its state does not change before this address is there for the trigger of the gateways.
    SELECT state = 'serving' INTO NEW.takes_new FROM gateways WHERE id = NEW.gateway_id FOR SHARE;
    -- An unknown gateway is refused by the reference.
    NEW.takes_new := coalesce(NEW.takes_new, false);
    RETURN NEW;
END
$$;
CREATE TRIGGER new_addresses_know_their_gateway BEFORE INSERT OR UPDATE OF gateway_id ON exit_addresses
    FOR EACH ROW EXECUTE FUNCTION take_what_the_gateway_takes();

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
CREATE TRIGGER new_addresses_count_in_their_networks AFTER INSERT ON exit_addresses
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_networks();

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
CREATE TRIGGER removed_addresses_count_no_more AFTER DELETE ON exit_addresses
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_networks();

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
CREATE TRIGGER moved_addresses_count_elsewhere
    AFTER UPDATE OF pool_id, gateway_id, address, withdrawn_at ON exit_addresses
    FOR EACH ROW WHEN ((OLD.pool_id, OLD.gateway_id, OLD.address, OLD.withdrawn_at IS NULL)
                       IS DISTINCT FROM (NEW.pool_id, NEW.gateway_id, NEW.address, NEW.withdrawn_at IS NULL))
    EXECUTE FUNCTION note_moved_networks();

-- The most that one member may hold unpaid in a pool with so many free addresses, be they in stock or not. A small pool
-- sells one by deposit and five by card all the same.
CREATE FUNCTION most_unpaid_holds(free bigint, by_deposit boolean) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT least(CASE WHEN by_deposit THEN deposit_hold_limit ELSE card_hold_limit END,
                 greatest(CASE WHEN by_deposit THEN 1 ELSE 5 END, free * hold_share_percent / 100))::integer
      FROM site_config
$$;

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

-- The most that the members of one network may hold unpaid in a pool with so many free addresses while each newcomer
-- among them takes one, which is twice the share: what a stranger's accounts hold does not keep them out. A small pool's
-- floor, which is what one member alone may hold, stays as it is. Null: no limit.
CREATE FUNCTION most_network_holds_of_newcomers(free bigint) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN network_hold_percent < 100
                THEN greatest(most_unpaid_holds(free, false), free * 2 * network_hold_percent / 100)
            END::integer
      FROM site_config
$$;

CREATE FUNCTION kept_for_rotation(addresses bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT greatest(1, ceil(addresses * rotation_reserve_percent / 100.0))::bigint FROM site_config
$$;

-- How many addresses of a pool can be sold as this kind. Of dynamic ones, every gateway keeps its share.
CREATE FUNCTION free_to_sell(plan_kind text, pool bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN plan_kind = 'dynamic'
                THEN (SELECT coalesce(sum(greatest(0, g.free - kept_for_rotation(g.all))), 0)
                        FROM (SELECT count(*) FILTER (WHERE withdrawn_at IS NULL) AS all,
                                     count(*) FILTER (WHERE sellable_at <= now()) AS free
                                FROM exit_addresses WHERE pool_id = pool GROUP BY gateway_id) g)
                ELSE (SELECT count(*) FROM exit_addresses WHERE pool_id = pool AND sellable_at <= now()) END
$$;

CREATE FUNCTION note_what_a_gateway_takes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- In the order in which batches take addresses.
    PERFORM 1 FROM exit_addresses WHERE gateway_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
    UPDATE exit_addresses SET takes_new = NEW.state = 'serving' WHERE gateway_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER a_state_reaches_the_addresses AFTER UPDATE OF wanted, lost_at ON gateways
    FOR EACH ROW WHEN ((OLD.state = 'serving') <> (NEW.state = 'serving'))
    EXECUTE FUNCTION note_what_a_gateway_takes();

CREATE TABLE pool_networks (
    pool_id    bigint NOT NULL REFERENCES address_pools,
    gateway_id bigint NOT NULL REFERENCES gateways,
    network    cidr NOT NULL CHECK (family(network) = 4 AND masklen(network) = 24),
    -- All of the pool's addresses in it, and those of them that are not withdrawn.
    addresses  integer NOT NULL CHECK (addresses >= 0),
    in_service integer NOT NULL CHECK (in_service BETWEEN 0 AND addresses),
    PRIMARY KEY (pool_id, gateway_id, network)
);

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

-- Who has, or had, an exit address. A hold during checkout is a lease with an expiry.
CREATE TABLE leases (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address_id bigint NOT NULL REFERENCES exit_addresses,
    order_id   text NOT NULL,
    service_id bigint,
    -- A lease that a service has left may run on for a while, for what was open then: its tail.
    -- `coming`: kept for a service that will move to it; nobody is told of it, and no history has it. `leaving`: the old
    -- gateway serves it on until the first handshake by the new settings, beside the active one; marked like a tail.
    state      text NOT NULL DEFAULT 'held'
        CHECK (state IN ('held', 'coming', 'active', 'leaving', 'tail', 'ended')),
    held_at    timestamptz NOT NULL DEFAULT now(),
    active_at  timestamptz,
    ended_at   timestamptz,
    -- From which network an unpaid order holds the address: an IPv4 address, or an IPv6 /64. Kept no longer than the hold.
    network    cidr,
    -- How the service came by it. `offer`: a member who holds a flagged address may change it for nothing.
    cause      text CHECK (cause IN
        ('order', 'ticket', 'undo', 'taken_back', 'offer', 'button', 'timer', 'reconnect', 'link', 'evacuation')),
    left_at    timestamptz,
    tail_until timestamptz,
    -- On which gateway a lease is: the services of one gateway are listed by number, however many there are on the others.
    gateway_id bigint,
    CONSTRAINT an_active_lease_serves CHECK (state <> 'active' OR (service_id IS NOT NULL AND active_at IS NOT NULL)),
    CONSTRAINT ended_has_a_time CHECK ((state = 'ended') = (ended_at IS NOT NULL)),
    CONSTRAINT networks_are_kept_while_held CHECK (network IS NULL OR state = 'held'),
    CONSTRAINT a_used_lease_has_a_cause CHECK (active_at IS NULL OR cause IS NOT NULL),
    CONSTRAINT a_tail_has_its_times
        CHECK (state NOT IN ('tail', 'leaving')
               OR (service_id IS NOT NULL AND active_at IS NOT NULL AND left_at IS NOT NULL AND tail_until IS NOT NULL)),
    CONSTRAINT a_coming_lease_waits_for_its_service
        CHECK (state <> 'coming' OR (service_id IS NOT NULL AND active_at IS NULL)),
    CONSTRAINT leases_are_where_their_address_is
        FOREIGN KEY (address_id, gateway_id) REFERENCES exit_addresses (id, gateway_id) ON UPDATE CASCADE
);
-- An exit address has at most one live lease, whatever code runs.
CREATE UNIQUE INDEX leases_one_live_per_address ON leases (address_id) WHERE state <> 'ended';
CREATE UNIQUE INDEX leases_one_live_per_service ON leases (service_id) WHERE state = 'active';
CREATE INDEX leases_order ON leases (order_id);
CREATE INDEX leases_network ON leases (network) WHERE network IS NOT NULL;
CREATE UNIQUE INDEX leases_one_tail_per_service ON leases (service_id) WHERE state = 'tail';
CREATE INDEX leases_tails_due ON leases (tail_until) WHERE state = 'tail';
-- Who had an address at a moment.
CREATE INDEX leases_address ON leases (address_id, active_at);
CREATE UNIQUE INDEX leases_one_coming_per_service ON leases (service_id) WHERE state = 'coming';
CREATE UNIQUE INDEX leases_one_leaving_per_service ON leases (service_id) WHERE state = 'leaving';
CREATE INDEX leases_service ON leases (service_id, id);
-- Those that ended five years ago are deleted. What refers to them stays without them, or goes, too.
CREATE INDEX leases_ended ON leases (ended_at) WHERE state = 'ended';
-- The newest of these are found without the others.
CREATE INDEX leases_begun ON leases (active_at)
    WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND active_at IS NOT NULL;
CREATE INDEX leases_left ON leases (left_at)
    WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND left_at IS NOT NULL
      AND left_at IS DISTINCT FROM ended_at;
CREATE INDEX leases_released ON leases (ended_at)
    WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND ended_at IS NOT NULL;
CREATE INDEX leases_kept ON leases (address_id) WHERE state IN ('held', 'coming');
CREATE INDEX leases_of_gateway ON leases (gateway_id, service_id DESC) WHERE state IN ('active', 'leaving');

CREATE FUNCTION forget_network_of_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.network := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER leases_forget_their_network BEFORE UPDATE ON leases
    FOR EACH ROW WHEN (NEW.state <> 'held' AND NEW.network IS NOT NULL) EXECUTE FUNCTION forget_network_of_lease();

CREATE FUNCTION take_gateway_of_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.gateway_id := (SELECT gateway_id FROM exit_addresses WHERE id = NEW.address_id);
    RETURN NEW;
END
$$;
CREATE TRIGGER leases_know_their_gateway BEFORE INSERT ON leases
    FOR EACH ROW EXECUTE FUNCTION take_gateway_of_address();

-- Each address with the one word for it. What an operator or a check says comes before what a lease says.
CREATE VIEW address_states AS
SELECT e.id, e.address, e.gateway_id, e.pool_id, e.flags, e.proven_at, e.proven_by, e.withdrawn_at, l.service_id,
       CASE WHEN e.withdrawn_at IS NOT NULL THEN 'withdrawn'
            WHEN e.flagged_at IS NOT NULL THEN 'flagged'
            WHEN l.state IN ('held', 'coming') THEN 'held'
            WHEN l.id IS NOT NULL THEN 'leased'
            WHEN e.available_at > now() THEN 'resting'
            WHEN e.proven_at IS NULL THEN 'new'
            WHEN e.cleared_at IS NULL THEN 'proven'
            ELSE 'free' END AS state,
       CASE WHEN e.withdrawn_at IS NOT NULL THEN e.withdrawn_at
            WHEN e.flagged_at IS NOT NULL THEN e.flagged_at
            WHEN l.state IN ('held', 'coming') THEN l.held_at
            WHEN l.id IS NOT NULL THEN l.active_at
            WHEN e.available_at > now() THEN (SELECT max(ended_at) FROM leases o WHERE o.address_id = e.id)
            WHEN e.proven_at IS NULL THEN e.added_at
            WHEN e.cleared_at IS NULL THEN e.proven_at
            ELSE greatest(e.available_at, e.cleared_at) END AS since
  FROM exit_addresses e
  LEFT JOIN leases l ON l.address_id = e.id AND l.state <> 'ended';

-- Addresses that rest because their buyer gave them back: they count among what the member and their network keep off sale
-- without paying for it, as unpaid holds do. A row is of use until `until`.
CREATE TABLE refund_rests (
    address_id bigint PRIMARY KEY REFERENCES exit_addresses,
    service_id bigint NOT NULL,
    member_id  bigint NOT NULL REFERENCES members,
    pool_id    bigint NOT NULL REFERENCES address_pools,
    -- From which the order was placed.
    network    cidr,
    until      timestamptz NOT NULL
);
CREATE INDEX refund_rests_of_member ON refund_rests (member_id);
CREATE INDEX refund_rests_of_network ON refund_rests (network, pool_id) WHERE network IS NOT NULL;
CREATE INDEX refund_rests_by_end ON refund_rests (until);
