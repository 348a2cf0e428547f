CREATE TABLE gateways (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name            text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
    -- host:port that devices connect to.
    endpoint        text NOT NULL,
    token_hash      bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- Reported by the gateway at its first acknowledgement; its private key never leaves it.
    public_key      text CHECK (public_key ~ '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'),
    -- Raised by every change to what the gateway should do.
    revision        bigint NOT NULL DEFAULT 0,
    acked_revision  bigint NOT NULL DEFAULT 0,
    acked_at        timestamptz,
    last_error      text,
    last_seen_at    timestamptz,
    agent           text NOT NULL DEFAULT '',
    created_at      timestamptz NOT NULL DEFAULT now()
);

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
    added_at     timestamptz NOT NULL DEFAULT now()
);
-- The allocator takes the address that has rested longest.
CREATE INDEX exit_addresses_available ON exit_addresses (pool_id, available_at, id) WHERE available_at IS NOT NULL;

-- The desired state of every gateway: what each peer should be, or that it should be gone.
CREATE TABLE gateway_peers (
    gateway_id     bigint NOT NULL REFERENCES gateways,
    public_key     text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'),
    tunnel_address inet NOT NULL,
    exit_address   inet NOT NULL,
    -- The gateway stops serving the peer at this moment, the shop reachable or not.
    until          timestamptz NOT NULL,
    removed_at     timestamptz,
    -- The gateway's revision at which this row last changed.
    revision       bigint NOT NULL,
    PRIMARY KEY (gateway_id, public_key)
);
CREATE UNIQUE INDEX gateway_peers_tunnel_address ON gateway_peers (tunnel_address) WHERE removed_at IS NULL;
CREATE INDEX gateway_peers_changes ON gateway_peers (gateway_id, revision);

-- No code can change the desired state without raising the revision and waking the gateway.
CREATE FUNCTION raise_gateway_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE gateways SET revision = revision + 1 WHERE id = NEW.gateway_id RETURNING revision INTO NEW.revision;
    PERFORM pg_notify('gateway_changed', NEW.gateway_id::text);
    RETURN NEW;
END
$$;
CREATE TRIGGER peers_raise_the_revision BEFORE INSERT OR UPDATE ON gateway_peers
    FOR EACH ROW EXECUTE FUNCTION raise_gateway_revision();
