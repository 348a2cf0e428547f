-- Evacuation of a gateway (docs/decisions/0079): its services get an address on another one, and move at their members' press.

CREATE TABLE evacuations (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gateway_id bigint NOT NULL REFERENCES gateways,
    -- Until when the gateway serves, as members are told.
    until      timestamptz NOT NULL CHECK (until > begun_at),
    reason     text NOT NULL CHECK (length(btrim(reason)) BETWEEN 2 AND 200),
    begun_at   timestamptz NOT NULL DEFAULT now(),
    -- Since when every service was looked at once: members are mailed then.
    planned_at timestamptz,
    closed_at  timestamptz,
    cancelled  boolean NOT NULL DEFAULT false,
    -- One service alone may be moved, too.
    service_id bigint REFERENCES services,
    CONSTRAINT what_was_cancelled_is_closed CHECK (NOT cancelled OR closed_at IS NOT NULL)
);
CREATE UNIQUE INDEX evacuations_one_open ON evacuations (gateway_id) WHERE closed_at IS NULL AND service_id IS NULL;
CREATE UNIQUE INDEX evacuations_one_open_of_a_service ON evacuations (service_id)
    WHERE closed_at IS NULL AND service_id IS NOT NULL;

-- The move of one service. `offered`: a coming lease waits for its member. `moving`: they have new settings, and the old
-- gateway still serves. `forced`: on the announced day, without a press.
CREATE TABLE service_moves (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    evacuation_id  bigint NOT NULL REFERENCES evacuations,
    service_id     bigint NOT NULL REFERENCES services,
    state          text NOT NULL DEFAULT 'offered'
                   CHECK (state IN ('offered', 'moving', 'moved', 'declined', 'over', 'cancelled')),
    -- The evacuation's, but no sooner than a week after the offer.
    until          timestamptz NOT NULL,
    offered_at     timestamptz NOT NULL DEFAULT now(),
    -- How many of its mails the member was sent: at the offer, three days before, one day before.
    told           smallint NOT NULL DEFAULT 0 CHECK (told BETWEEN 0 AND 3),
    old_gateway_id bigint NOT NULL REFERENCES gateways,
    new_gateway_id bigint NOT NULL REFERENCES gateways,
    -- Leases are deleted five years after they ended. A move goes with its leases: it referred to them, so the first one
    -- would have kept every older lease of the shop.
    old_lease_id   bigint UNIQUE REFERENCES leases ON DELETE CASCADE,
    new_lease_id   bigint UNIQUE REFERENCES leases ON DELETE CASCADE,
    moved_at       timestamptz,
    forced         boolean NOT NULL DEFAULT false,
    closed_at      timestamptz,
    CONSTRAINT it_moves_to_another_gateway CHECK (old_gateway_id <> new_gateway_id),
    CONSTRAINT a_move_has_its_leases
        CHECK ((moved_at IS NOT NULL) = (old_lease_id IS NOT NULL) AND (moved_at IS NOT NULL) = (new_lease_id IS NOT NULL)),
    CONSTRAINT an_offer_has_not_moved CHECK (state NOT IN ('offered', 'cancelled') OR moved_at IS NULL),
    CONSTRAINT what_moves_has_moved CHECK (state NOT IN ('moving', 'moved') OR moved_at IS NOT NULL),
    CONSTRAINT what_is_over_is_closed CHECK ((state NOT IN ('offered', 'moving')) = (closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX service_moves_one_open ON service_moves (service_id) WHERE closed_at IS NULL;
CREATE INDEX service_moves_of_service ON service_moves (service_id, id);
CREATE INDEX service_moves_of_evacuation ON service_moves (evacuation_id, state);

-- Whether its member may still decline, and is refunded without penalty: while it is open, and after it was moved without
-- a press until a device has connected by the new settings.
CREATE FUNCTION may_decline(move service_moves) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT move.closed_at IS NULL
        OR (move.state = 'moved' AND move.forced
            AND NOT EXISTS (SELECT FROM devices d JOIN device_usage u ON u.device_id = d.id
                             WHERE d.service_id = move.service_id AND u.last_handshake_at > move.moved_at))
$$;

-- Whether a service that moves has come to its new gateway: a device was seen there, or it has none that could come.
CREATE FUNCTION has_arrived(move service_moves) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT NOT EXISTS (SELECT FROM devices d WHERE d.service_id = move.service_id AND d.removed_at IS NULL)
        OR EXISTS (SELECT FROM devices d
                     JOIN device_usage u ON u.device_id = d.id
                     JOIN exit_addresses e ON e.address = u.session_exit AND e.gateway_id = move.new_gateway_id
                    WHERE d.service_id = move.service_id)
        OR EXISTS (SELECT FROM usage_sessions u
                     JOIN exit_addresses e ON e.address = u.exit_address AND e.gateway_id = move.new_gateway_id
                    WHERE u.service_id = move.service_id AND u.began_at >= move.moved_at)
$$;
