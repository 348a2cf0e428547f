-- Gateways and what they are told (docs/decisions/0070): exits, by which the traffic of a service leaves, and endpoints, which may
-- use an exit. Enrolment and copies of keys: 0077; states: 0078; figures of hosts: 0081.

CREATE TABLE gateways (
    id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name                text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
    -- host:port that devices connect to.
    endpoint            text NOT NULL,
    token_hash          bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- Reported by the gateway at its first acknowledgement; its private key never leaves it.
    public_key          text CHECK (public_key ~ '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'),
    -- Raised by every change to what the gateway should do.
    revision            bigint NOT NULL DEFAULT 0,
    acked_revision      bigint NOT NULL DEFAULT 0,
    acked_at            timestamptz,
    last_error          text,
    last_seen_at        timestamptz,
    agent               text NOT NULL DEFAULT '',
    created_at          timestamptz NOT NULL DEFAULT now(),
    -- The network of a gateway's tunnels. No host may have an address or a route of its own inside it.
    tunnel_network      cidr NOT NULL DEFAULT '10.64.0.0/10'
        CHECK (family(tunnel_network) = 4 AND masklen(tunnel_network) BETWEEN 8 AND 29),
    -- How many addresses of the network were given out, the gateway's own first one included.
    tunnels_begun       bigint NOT NULL DEFAULT 2,
    -- Where a gateway has an older state than this, it is told everything anew.
    whole_since         bigint NOT NULL DEFAULT 0,
    -- What the operator wants of it, and since when.
    wanted              text NOT NULL DEFAULT 'serving' CHECK (wanted IN ('serving', 'draining', 'maintenance')),
    wanted_at           timestamptz NOT NULL DEFAULT now(),
    -- Since when it is known to be silent, where that is not expected.
    lost_at             timestamptz,
    -- A revision that the gateway had not acknowledged when it was looked at, and since when it has not.
    awaited_revision    bigint,
    awaited_since       timestamptz,
    state               text NOT NULL GENERATED ALWAYS AS (
        CASE WHEN wanted <> 'maintenance' AND lost_at IS NOT NULL THEN 'lost' ELSE wanted END) STORED,
    -- When the gateway last spoke of its host.
    host_reported_at    timestamptz,
    -- By how much the shop's clock is ahead of the gateway's. What the call took on its way counts as that.
    clock_skew_ms       bigint,
    -- Reports in a row whose clock was off: one alone may have been slow.
    clock_off_reports   integer NOT NULL DEFAULT 0 CHECK (clock_off_reports >= 0),
    tracked_connections bigint CHECK (tracked_connections >= 0),
    most_connections    bigint CHECK (most_connections > 0),
    -- When the count was last known to be the gateway's: at each change, and at each heartbeat of its stream.
    -- A shop that was restored from a backup counts its revisions on from an old number. While a gateway is away, the count
    -- could pass the one that this gateway has, which would then be told only what came after it: it would keep exits that
    -- nobody has any more, whose addresses are sold to others (docs/decisions/0082).
    counted_at          timestamptz NOT NULL DEFAULT now(),
    -- The endpoints that `last_error` is about, where the gateway knows that it has applied everything else; else null.
    faulty_endpoints    bigint[],
    -- What a gateway has not told is not silence: after an outage of the shop it is heard of again before it has reported.
    -- `usage_told_at`: when it last reported whatever had changed, and not only new connections or a part of it.
    usage_told_at       timestamptz,
    -- A gateway that carries no traffic may report made-up use, for demos (docs/decisions/0083). What it has reported once
    -- stays on record, so that this is never taken back.
    pretends_use        boolean NOT NULL DEFAULT false,
    -- What a gateway says of its host: why customers do not get through, in Korean; and whether nobody does by some line.
    troubles            text,
    stops_customers     boolean NOT NULL DEFAULT false,
    -- The largest packet of a gateway's tunnels. A path that carries less and drops ICMP (LTE, PPPoE, 464XLAT) loses
    -- everything larger without a word; every path that carries IPv6 carries 1,280 bytes.
    mtu                 integer NOT NULL DEFAULT 1420 CHECK (mtu BETWEEN 1280 AND 1420),
    CONSTRAINT expected_silence_is_no_loss CHECK (wanted <> 'maintenance' OR lost_at IS NULL),
    CONSTRAINT what_is_awaited_has_a_time CHECK ((awaited_revision IS NULL) = (awaited_since IS NULL)),
    CONSTRAINT a_report_of_a_host_has_its_clock CHECK ((host_reported_at IS NULL) = (clock_skew_ms IS NULL)),
    CONSTRAINT connections_have_their_most CHECK ((tracked_connections IS NULL) = (most_connections IS NULL)),
    CONSTRAINT who_stops_customers_says_why CHECK (troubles IS NOT NULL OR NOT stops_customers)
);

-- Whoever adds a device waits until its gateway serves it, and the acknowledgement may reach another process.
CREATE FUNCTION announce_acknowledgement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('gateway_acknowledged', NEW.id || ' ' || NEW.acked_revision);
    RETURN NULL;
END
$$;
CREATE TRIGGER acknowledgements_are_announced AFTER UPDATE OF acked_revision ON gateways
    FOR EACH ROW WHEN (NEW.acked_revision IS DISTINCT FROM OLD.acked_revision)
    EXECUTE FUNCTION announce_acknowledgement();

CREATE FUNCTION note_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO gateway_credentials (token_hash, gateway_id) VALUES (NEW.token_hash, NEW.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER credentials_are_noted AFTER INSERT OR UPDATE OF token_hash ON gateways
    FOR EACH ROW EXECUTE FUNCTION note_credential();

-- No code can change the desired state without raising the revision and waking the gateway. All rows that one statement
-- changes share one revision: to raise it for each would write the gateway's row as often, 20,000 times in 38 seconds.
CREATE FUNCTION raise_gateway_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    setting text := 'ieum.raised_' || NEW.gateway_id;
    statement text := statement_timestamp()::text;
    raised text := current_setting(setting, true);
BEGIN
    NEW.trace := current_trace();
    -- The setting ends with the transaction, or the savepoint, as the raised revision does.
    IF raised IS NOT NULL AND split_part(raised, '|', 1) = statement THEN
        NEW.revision := split_part(raised, '|', 2)::bigint;
        RETURN NEW;
    END IF;
    -- After a silence, whatever the gateway has is from before, so it is told everything.
    UPDATE gateways
       SET revision = revision + revisions_since(counted_at),
           whole_since = CASE WHEN revisions_since(counted_at) > 1 THEN revision + revisions_since(counted_at)
                              ELSE whole_since END,
           counted_at = now()
     WHERE id = NEW.gateway_id RETURNING revision INTO NEW.revision;
    PERFORM set_config(setting, statement || '|' || NEW.revision, true);
    PERFORM pg_notify('gateway_changed', NEW.gateway_id::text);
    RETURN NEW;
END
$$;

CREATE TABLE free_tunnels (
    gateway_id bigint NOT NULL REFERENCES gateways,
    address    inet NOT NULL,
    -- From when it may be used again.
    free_at    timestamptz NOT NULL,
    PRIMARY KEY (gateway_id, address)
);
CREATE INDEX free_tunnels_oldest ON free_tunnels (gateway_id, free_at, address);

CREATE TABLE gateway_codes (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gateway_id bigint NOT NULL REFERENCES gateways,
    code_hash  bytea NOT NULL UNIQUE CHECK (length(code_hash) = 32),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL DEFAULT now() + interval '1 hour',
    spent_at   timestamptz,
    -- The credential that it was spent on: a host that heard no answer asks again with the same one.
    token_hash bytea CHECK (length(token_hash) = 32),
    -- Whether a code may be used while the gateway is running: two people have agreed to that. A code that one person made
    -- while the gateway was silent is no way around them once it is back.
    takes_over boolean NOT NULL DEFAULT true,
    CONSTRAINT a_spent_code_made_a_credential CHECK ((spent_at IS NULL) = (token_hash IS NULL))
);
-- A new code ends the one before.
CREATE UNIQUE INDEX gateway_codes_one_open ON gateway_codes (gateway_id) WHERE spent_at IS NULL;

-- Since when the shop has looked at its gateways without a gap: before that it could not have heard of them.
CREATE TABLE gateway_watch (
    is_only   boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    since     timestamptz NOT NULL,
    looked_at timestamptz NOT NULL CHECK (looked_at >= since)
);

-- By how much a change raises the revision. After a silence as long as a restore takes at least, that is a microsecond's
-- worth each: more than the shop can have counted meanwhile and forgotten.
CREATE FUNCTION revisions_since(counted_at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN counted_at < now() - interval '30 seconds'
                THEN (extract(epoch FROM now() - counted_at) * 1000000)::bigint ELSE 1 END
$$;

-- Every credential that a gateway ever had: whoever enrols brings a new one, because an old one may be stolen.
CREATE TABLE gateway_credentials (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    gateway_id bigint NOT NULL REFERENCES gateways,
    since      timestamptz NOT NULL DEFAULT now()
);

-- Copies of a gateway's key. Whoever reads a code can send one that opens nothing, so the former ones stay.
CREATE TABLE gateway_key_backups (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gateway_id bigint NOT NULL REFERENCES gateways,
    sealed     bytea NOT NULL CHECK (length(sealed) BETWEEN 48 AND 1024),
    kept_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX gateway_key_backups_of_gateway ON gateway_key_backups (gateway_id, id);

CREATE TABLE exits (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gateway_id    bigint NOT NULL REFERENCES gateways,
    service_id    bigint NOT NULL,
    address       inet NOT NULL CHECK (masklen(address) = 32 AND family(address) = 4),
    -- The gateway stops serving the exit at this moment, the shop reachable or not.
    until         timestamptz NOT NULL,
    removed_at    timestamptz,
    -- The gateway's revision at which this row last changed.
    revision      bigint NOT NULL,
    -- What is told of a tail: connections that leave by this address may go on until then.
    tail_address  inet CHECK (masklen(tail_address) = 32 AND family(tail_address) = 4),
    tail_until    timestamptz,
    -- What the gateway is told of it.
    upload_mbit   integer CHECK (upload_mbit BETWEEN 1 AND 10000),
    download_mbit integer CHECK (download_mbit BETWEEN 1 AND 10000),
    -- Of the latest change of what a gateway should do.
    trace         uuid,
    -- What the gateway is told of it. Null is as many as there are.
    connections   integer CHECK (connections BETWEEN 1 AND 1000),
    -- What a gateway is told of it: the exit has no address any more, and its endpoints reach the shop alone until then.
    shop_until    timestamptz,
    UNIQUE (gateway_id, service_id),
    UNIQUE (id, gateway_id),
    CONSTRAINT a_tail_is_whole CHECK ((tail_address IS NULL) = (tail_until IS NULL))
);
CREATE INDEX exits_changes ON exits (gateway_id, revision);
CREATE INDEX exits_service ON exits (service_id);
CREATE TRIGGER exits_raise_the_revision BEFORE INSERT OR UPDATE ON exits
    FOR EACH ROW EXECUTE FUNCTION raise_gateway_revision();

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
    trace          uuid,
    UNIQUE (gateway_id, kind, identity),
    FOREIGN KEY (exit_id, gateway_id) REFERENCES exits (id, gateway_id)
);
CREATE UNIQUE INDEX endpoints_tunnel_address ON endpoints (gateway_id, tunnel_address) WHERE removed_at IS NULL;
CREATE INDEX endpoints_changes ON endpoints (gateway_id, revision);
CREATE INDEX endpoints_exit ON endpoints (exit_id);
CREATE INDEX endpoints_identity ON endpoints (identity);
CREATE TRIGGER endpoints_raise_the_revision BEFORE INSERT OR UPDATE ON endpoints
    FOR EACH ROW EXECUTE FUNCTION raise_gateway_revision();

-- Whether a gateway that reports this has applied what it was told of a service. A problem of other services' endpoints
-- alone is none of this one's.
CREATE FUNCTION has_applied(service bigint, revision bigint, acked bigint, problem text, faulty bigint[])
RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT acked >= revision
           AND (problem IS NULL
                OR NOT EXISTS (SELECT FROM exits x JOIN endpoints p ON p.exit_id = x.id
                                WHERE x.service_id = service AND (p.id = ANY(faulty)) IS NOT FALSE))
$$;
