-- The change of a fixed address as a thing of its own (docs/decisions/0072): its ticket is reserved at the request, used
-- when the gateway has acknowledged the change, and released where that does not happen.

-- Tickets. A reservation takes a ticket out of what is left; `used` ends it and moves nothing, `released` and `returned`
-- give the ticket back. Uses from before were no reservations.
ALTER TABLE ticket_entries
    DROP CONSTRAINT ticket_entries_amount_check,
    DROP CONSTRAINT ticket_entries_kind_check,
    DROP CONSTRAINT the_sign_fits,
    -- Of a use, a release and a return: the reservation. Of a reservation: the return by which its ticket came back before.
    ADD COLUMN of_entry bigint REFERENCES ticket_entries,
    ADD CONSTRAINT ticket_entries_kind_check
        CHECK (kind IN ('granted', 'reserved', 'used', 'released', 'returned', 'expired', 'clawed_back', 'forfeited')),
    ADD CONSTRAINT the_amount_fits
        CHECK (CASE WHEN kind IN ('granted', 'released', 'returned') THEN amount > 0
                    WHEN kind = 'used' AND of_entry IS NOT NULL THEN amount = 0
                    ELSE amount < 0 END),
    ADD CONSTRAINT a_ticket_is_of_a_grant CHECK (kind NOT IN ('reserved', 'released', 'returned') OR grant_id IS NOT NULL),
    ADD CONSTRAINT it_ends_a_reservation CHECK (kind NOT IN ('released', 'returned') OR of_entry IS NOT NULL);
CREATE UNIQUE INDEX ticket_entries_ended_once ON ticket_entries (of_entry) WHERE kind IN ('used', 'released');
CREATE UNIQUE INDEX ticket_entries_returned_once ON ticket_entries (of_entry) WHERE kind = 'returned';
CREATE INDEX ticket_entries_of_entry ON ticket_entries (of_entry) WHERE of_entry IS NOT NULL;

-- What is left of every grant. `tried`: how many of those came back from a change that was undone; `reserved`: how many
-- more may still come back because no gateway has said yet that they are used.
-- Subqueries, because whoever asks for one column does not pay for the others.
CREATE OR REPLACE VIEW ticket_grants AS
SELECT g.id, g.member_id, g.order_id, g.expires_at,
       g.amount + (SELECT coalesce(sum(t.amount), 0) FROM ticket_entries t WHERE t.grant_id = g.id) AS left_over,
       least(g.amount + (SELECT coalesce(sum(t.amount), 0) FROM ticket_entries t WHERE t.grant_id = g.id),
             (SELECT count(*) FILTER (WHERE t.kind = 'returned')
                     - count(*) FILTER (WHERE t.kind = 'reserved' AND t.of_entry IS NOT NULL)
                     + count(*) FILTER (WHERE t.kind = 'released' AND r.of_entry IS NOT NULL)
                FROM ticket_entries t LEFT JOIN ticket_entries r ON r.id = t.of_entry
               WHERE t.grant_id = g.id)) AS tried,
       (SELECT count(*) FILTER (WHERE t.kind = 'reserved')
               - count(*) FILTER (WHERE t.kind = 'released' OR (t.kind = 'used' AND t.of_entry IS NOT NULL))
          FROM ticket_entries t WHERE t.grant_id = g.id) AS reserved
  FROM ticket_entries g
 WHERE g.kind = 'granted';

-- A ticket comes back from a change that was used, and once.
CREATE FUNCTION refuse_second_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM ticket_entries r JOIN ticket_entries u ON u.of_entry = r.id AND u.kind = 'used'
                    WHERE r.id = NEW.of_entry AND r.kind = 'reserved' AND r.of_entry IS NULL) THEN
        RAISE EXCEPTION 'a ticket comes back once' USING ERRCODE = 'check_violation', CONSTRAINT = 'a_ticket_comes_back_once';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER tickets_come_back_once BEFORE INSERT ON ticket_entries
    FOR EACH ROW WHEN (NEW.kind = 'returned') EXECUTE FUNCTION refuse_second_return();

-- Leases: two more ways in which a service comes by one.
ALTER TABLE leases
    DROP CONSTRAINT leases_cause_check,
    ADD CONSTRAINT leases_cause_check
        CHECK (cause IN ('order', 'ticket', 'undo', 'taken_back', 'button', 'timer', 'reconnect', 'link'));

CREATE TABLE ip_changes (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id   bigint NOT NULL REFERENCES services,
    -- The change that this one undoes; null for one that takes a ticket.
    undoes       bigint UNIQUE REFERENCES ip_changes,
    reservation  bigint UNIQUE REFERENCES ticket_entries,
    old_lease_id bigint NOT NULL REFERENCES leases,
    new_lease_id bigint NOT NULL UNIQUE REFERENCES leases,
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
    CONSTRAINT a_change_takes_a_ticket CHECK ((undoes IS NULL) = (reservation IS NOT NULL)),
    CONSTRAINT an_undo_is_final CHECK (undoes IS NULL OR (undo_until IS NULL AND state <> 'taken_back')),
    CONSTRAINT what_is_settled_has_a_time CHECK ((state = 'waiting') = (settled_at IS NULL))
);
CREATE UNIQUE INDEX ip_changes_one_at_a_time ON ip_changes (service_id) WHERE state = 'waiting';
CREATE INDEX ip_changes_service ON ip_changes (service_id, id);
CREATE INDEX ip_changes_words ON ip_changes (requested_at) WHERE words IS NOT NULL;

-- Changes until today: the nth lease that a ticket brought a service, and the nth ticket that it used. They are final.
INSERT INTO ip_changes (service_id, reservation, old_lease_id, new_lease_id, state, requested_at, settled_at)
SELECT l.service_id, t.id, l.old_id, l.id, 'done', l.active_at, l.active_at
  FROM (SELECT id, service_id, active_at, cause, lag(id) OVER (PARTITION BY service_id ORDER BY id) AS old_id,
               count(*) FILTER (WHERE cause = 'ticket') OVER (PARTITION BY service_id ORDER BY id) AS n
          FROM leases WHERE service_id IS NOT NULL) l
  JOIN (SELECT id, service_id, row_number() OVER (PARTITION BY service_id ORDER BY id) AS n
          FROM ticket_entries WHERE kind = 'used') t ON t.service_id = l.service_id AND t.n = l.n
 WHERE l.cause = 'ticket' AND l.old_id IS NOT NULL
 ORDER BY l.id;
