-- What a gateway is told (docs/decisions/0070): exits, by which the traffic of a service leaves, and endpoints, which may
-- use an exit. A change of a service's address or end is one row, however many devices the service has.

-- The network of a gateway's tunnels. No host may have an address or a route of its own inside it.
ALTER TABLE gateways
    ADD COLUMN tunnel_network cidr NOT NULL DEFAULT '10.64.0.0/10'
        CHECK (family(tunnel_network) = 4 AND masklen(tunnel_network) BETWEEN 8 AND 29),
    -- How many addresses of the network were given out, the gateway's own first one included.
    ADD COLUMN tunnels_begun bigint NOT NULL DEFAULT 2,
    -- Where a gateway has an older state than this, it is told everything anew.
    ADD COLUMN whole_since bigint NOT NULL DEFAULT 0;

CREATE TABLE exits (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gateway_id bigint NOT NULL REFERENCES gateways,
    service_id bigint NOT NULL REFERENCES services,
    address    inet NOT NULL CHECK (masklen(address) = 32 AND family(address) = 4),
    -- The gateway stops serving the exit at this moment, the shop reachable or not.
    until      timestamptz NOT NULL,
    removed_at timestamptz,
    -- The gateway's revision at which this row last changed.
    revision   bigint NOT NULL,
    UNIQUE (gateway_id, service_id),
    UNIQUE (id, gateway_id)
);
CREATE INDEX exits_changes ON exits (gateway_id, revision);
CREATE INDEX exits_service ON exits (service_id);

CREATE TABLE endpoints (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gateway_id     bigint NOT NULL,
    exit_id        bigint NOT NULL,
    kind           text NOT NULL CHECK (kind IN ('wireguard')),
    -- Who may use the exit, as its kind names it: of WireGuard the public key.
    identity       text NOT NULL CHECK (kind <> 'wireguard' OR identity ~ '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'),
    tunnel_address inet NOT NULL CHECK (masklen(tunnel_address) = 32 AND family(tunnel_address) = 4),
    removed_at     timestamptz,
    revision       bigint NOT NULL,
    UNIQUE (gateway_id, kind, identity),
    FOREIGN KEY (exit_id, gateway_id) REFERENCES exits (id, gateway_id)
);
CREATE UNIQUE INDEX endpoints_tunnel_address ON endpoints (gateway_id, tunnel_address) WHERE removed_at IS NULL;
CREATE INDEX endpoints_changes ON endpoints (gateway_id, revision);
CREATE INDEX endpoints_exit ON endpoints (exit_id);
CREATE INDEX endpoints_identity ON endpoints (identity);

-- What gateways have been told so far, in revisions that they know.
INSERT INTO exits (gateway_id, service_id, address, until, removed_at, revision)
SELECT DISTINCT ON (p.gateway_id, d.service_id)
       p.gateway_id, d.service_id, p.exit_address, p.until, p.removed_at, p.revision
  FROM gateway_peers p
  JOIN LATERAL (SELECT service_id FROM devices WHERE public_key = p.public_key ORDER BY id DESC LIMIT 1) d ON true
 ORDER BY p.gateway_id, d.service_id, p.removed_at DESC NULLS FIRST, p.revision DESC;
INSERT INTO endpoints (gateway_id, exit_id, kind, identity, tunnel_address, removed_at, revision)
SELECT p.gateway_id, x.id, 'wireguard', p.public_key, p.tunnel_address, p.removed_at, p.revision
  FROM gateway_peers p
  JOIN LATERAL (SELECT service_id FROM devices WHERE public_key = p.public_key ORDER BY id DESC LIMIT 1) d ON true
  JOIN exits x ON x.gateway_id = p.gateway_id AND x.service_id = d.service_id;
DROP TABLE gateway_peers;
DROP FUNCTION raise_gateway_revision();

-- No code can change the desired state without raising the revision and waking the gateway. All rows that one statement
-- changes share one revision: to raise it for each would write the gateway's row as often, 20,000 times in 38 seconds.
CREATE FUNCTION raise_gateway_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    setting text := 'ieum.raised_' || NEW.gateway_id;
    statement text := statement_timestamp()::text;
    raised text := current_setting(setting, true);
BEGIN
    -- The setting ends with the transaction, or the savepoint, as the raised revision does.
    IF raised IS NOT NULL AND split_part(raised, '|', 1) = statement THEN
        NEW.revision := split_part(raised, '|', 2)::bigint;
        RETURN NEW;
    END IF;
    UPDATE gateways SET revision = revision + 1 WHERE id = NEW.gateway_id RETURNING revision INTO NEW.revision;
    PERFORM set_config(setting, statement || '|' || NEW.revision, true);
    PERFORM pg_notify('gateway_changed', NEW.gateway_id::text);
    RETURN NEW;
END
$$;
CREATE TRIGGER exits_raise_the_revision BEFORE INSERT OR UPDATE ON exits
    FOR EACH ROW EXECUTE FUNCTION raise_gateway_revision();
CREATE TRIGGER endpoints_raise_the_revision BEFORE INSERT OR UPDATE ON endpoints
    FOR EACH ROW EXECUTE FUNCTION raise_gateway_revision();

-- The end of a service, moved by whoever: an operator in SQL, too. Gateways are locked in the order of their ids, and
-- exits changed in the order of gateways and services, as everywhere, so that two transactions do not deadlock.
CREATE FUNCTION move_ends_of_exits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Most changes of services move no end; one that did not must not lock a gateway.
    PERFORM 1
       FROM gateways
      WHERE id IN (SELECT x.gateway_id FROM moved m JOIN exits x ON x.service_id = m.id
                    WHERE x.removed_at IS NULL AND x.until <> m.ends_at)
      ORDER BY id
        FOR NO KEY UPDATE;
    IF FOUND THEN
        WITH late AS MATERIALIZED (
            SELECT x.id, m.ends_at
              FROM moved m
              JOIN exits x ON x.service_id = m.id AND x.removed_at IS NULL
             WHERE x.until <> m.ends_at
             ORDER BY x.gateway_id, x.service_id
               FOR UPDATE OF x
        )
        UPDATE exits x SET until = late.ends_at FROM late WHERE x.id = late.id;
    END IF;
    RETURN NULL;
END
$$;
DROP TRIGGER moved_ends_reach_gateways ON services;
DROP FUNCTION move_ends_of_peers();
CREATE TRIGGER moved_ends_reach_gateways AFTER UPDATE ON services
    REFERENCING NEW TABLE AS moved
    FOR EACH STATEMENT EXECUTE FUNCTION move_ends_of_exits();

-- Tunnel addresses are a gateway's own, and used again a day after their device was removed.
ALTER TABLE devices ADD COLUMN gateway_id bigint REFERENCES gateways;
UPDATE devices d
   SET gateway_id = (SELECT e.gateway_id FROM leases l JOIN exit_addresses e ON e.id = l.address_id
                      WHERE l.service_id = d.service_id ORDER BY l.id DESC LIMIT 1);
ALTER TABLE devices
    ALTER COLUMN gateway_id SET NOT NULL,
    ALTER COLUMN tunnel_address DROP DEFAULT,
    DROP CONSTRAINT devices_tunnel_address_key;
CREATE UNIQUE INDEX devices_tunnel_address ON devices (gateway_id, tunnel_address) WHERE removed_at IS NULL;
DROP SEQUENCE tunnel_address_seq;
UPDATE gateways g
   SET tunnels_begun = greatest(2, 1 + coalesce((SELECT max(d.tunnel_address - inet '10.64.0.0')
                                                  FROM devices d WHERE d.gateway_id = g.id), 0));

CREATE TABLE free_tunnels (
    gateway_id bigint NOT NULL REFERENCES gateways,
    address    inet NOT NULL,
    -- From when it may be used again.
    free_at    timestamptz NOT NULL,
    PRIMARY KEY (gateway_id, address)
);
CREATE INDEX free_tunnels_oldest ON free_tunnels (gateway_id, free_at, address);
INSERT INTO free_tunnels (gateway_id, address, free_at)
SELECT gateway_id, tunnel_address, max(removed_at) + interval '1 day'
  FROM devices GROUP BY gateway_id, tunnel_address HAVING count(removed_at) = count(*);
