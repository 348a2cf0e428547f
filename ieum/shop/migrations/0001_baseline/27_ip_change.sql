-- Changes of fixed addresses (docs/decisions/0072): a ticket is used when the gateway has acknowledged the change.

CREATE TABLE ip_changes (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id   bigint NOT NULL REFERENCES services,
    -- The change that this one undoes; null for one that takes a ticket.
    undoes       bigint UNIQUE REFERENCES ip_changes,
    reservation  bigint UNIQUE REFERENCES ticket_entries,
    old_lease_id bigint REFERENCES leases ON DELETE SET NULL,
    new_lease_id bigint UNIQUE REFERENCES leases ON DELETE SET NULL,
    -- `taken_back`: not acknowledged in time, so that the service has its old address again.
    -- `ended`: the service was over, or moved by something else, first.
    state        text NOT NULL CHECK (state IN ('waiting', 'done', 'taken_back', 'ended')),
    -- What the gateway has to acknowledge; null where it was told nothing, because no device ever used the service.
    revision     bigint,
    reason       text CHECK (reason IN ('blocked', 'slow', 'exposed', 'region', 'other')),
    -- The member's own words, kept for a year.
    words        text CHECK (length(words) BETWEEN 1 AND 200),
    requested_at timestamptz NOT NULL DEFAULT now(),
    settled_at   timestamptz,
    -- Until when it may be undone; null where it is final.
    undo_until   timestamptz,
    -- Who changed the address: a sub-id, or null, the member.
    made_by      bigint REFERENCES members,
    CONSTRAINT a_change_takes_a_ticket CHECK ((undoes IS NULL) = (reservation IS NOT NULL)),
    CONSTRAINT an_undo_is_final CHECK (undoes IS NULL OR (undo_until IS NULL AND state <> 'taken_back')),
    CONSTRAINT what_is_settled_has_a_time CHECK ((state = 'waiting') = (settled_at IS NULL)),
    CONSTRAINT what_waits_has_its_leases
        CHECK (state <> 'waiting' OR (old_lease_id IS NOT NULL AND new_lease_id IS NOT NULL))
);
CREATE UNIQUE INDEX ip_changes_one_at_a_time ON ip_changes (service_id) WHERE state = 'waiting';
CREATE INDEX ip_changes_service ON ip_changes (service_id, id);
CREATE INDEX ip_changes_words ON ip_changes (requested_at) WHERE words IS NOT NULL;
CREATE INDEX ip_changes_old_lease ON ip_changes (old_lease_id);
CREATE INDEX ip_changes_made_by ON ip_changes (made_by, service_id) WHERE made_by IS NOT NULL;

-- Whom the shop has told of a flagged address, once a lease.
CREATE TABLE address_offers (
    lease_id   bigint PRIMARY KEY REFERENCES leases ON DELETE CASCADE,
    offered_at timestamptz NOT NULL DEFAULT now(),
    taken_at   timestamptz,
    -- What a flagged address was left for without a ticket: of addresses that are listed, a service gets two in 30 days.
    flags      text[] NOT NULL DEFAULT '{}' CHECK (flags <@ ARRAY['unproven', 'listed', 'other_carrier'])
);

-- How many tickets of its share a grant of a static service has used; one that came back is not.
CREATE FUNCTION tickets_taken(granted service_grants) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT count(*)
      FROM ip_changes c
     WHERE c.made_by = granted.sub_id AND c.service_id = granted.service_id AND c.requested_at >= granted.granted_at
       AND c.undoes IS NULL AND c.state IN ('waiting', 'done')
       AND NOT EXISTS (SELECT FROM ip_changes u WHERE u.undoes = c.id)
$$;

-- How many more changes a grant allows.
CREATE FUNCTION changes_left(granted service_grants, plan_kind text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT greatest(0, granted.change_limit - CASE
               WHEN plan_kind = 'static' THEN tickets_taken(granted)
               WHEN granted.day = (now() AT TIME ZONE 'Asia/Seoul')::date THEN granted.changes
               ELSE 0 END)
$$;
