-- A gateway is evacuated: its services get an address on another one, and move at their members' press (docs/decisions/0079).

ALTER TABLE leases
    DROP CONSTRAINT leases_state_check,
    DROP CONSTRAINT leases_cause_check,
    DROP CONSTRAINT a_tail_has_its_times,
    -- `coming`: kept for a service that will move to it; nobody is told of it, and no history has it. `leaving`: the old
    -- gateway serves it on until the first handshake by the new settings, beside the active one; marked like a tail.
    ADD CONSTRAINT leases_state_check CHECK (state IN ('held', 'coming', 'active', 'leaving', 'tail', 'ended')),
    ADD CONSTRAINT leases_cause_check CHECK (cause IN ('order', 'ticket', 'undo', 'taken_back', 'offer', 'button', 'timer',
                                                       'reconnect', 'link', 'evacuation')),
    ADD CONSTRAINT a_tail_has_its_times
        CHECK (state NOT IN ('tail', 'leaving')
               OR (service_id IS NOT NULL AND active_at IS NOT NULL AND left_at IS NOT NULL AND tail_until IS NOT NULL)),
    ADD CONSTRAINT a_coming_lease_waits_for_its_service
        CHECK (state <> 'coming' OR (service_id IS NOT NULL AND active_at IS NULL));
CREATE UNIQUE INDEX leases_one_coming_per_service ON leases (service_id) WHERE state = 'coming';
CREATE UNIQUE INDEX leases_one_leaving_per_service ON leases (service_id) WHERE state = 'leaving';

CREATE OR REPLACE VIEW address_states AS
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
    CONSTRAINT what_was_cancelled_is_closed CHECK (NOT cancelled OR closed_at IS NOT NULL)
);
CREATE UNIQUE INDEX evacuations_one_open ON evacuations (gateway_id) WHERE closed_at IS NULL;

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
    old_lease_id   bigint UNIQUE REFERENCES leases,
    new_lease_id   bigint UNIQUE REFERENCES leases,
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
