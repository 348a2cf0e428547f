-- Points and tickets. The ticket of a change is reserved first (docs/decisions/0072).

-- Points: append-only; the balance is a sum.
CREATE TABLE point_entries (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id  bigint NOT NULL REFERENCES members,
    amount     integer NOT NULL CHECK (amount <> 0),
    -- Nobody's points fall below zero: what a refund cannot take back is deducted from its money (decision 0027).
    kind       text NOT NULL CHECK
        (kind IN ('earned', 'used', 'returned', 'clawed_back', 'forfeited', 'written_off', 'given', 'taken')),
    order_id   text REFERENCES orders,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT the_sign_fits CHECK
        ((amount > 0) = (kind IN ('earned', 'returned', 'written_off', 'given')))
);
-- One order moves points once in each way, however often it is settled.
CREATE UNIQUE INDEX point_entries_once_per_order ON point_entries (order_id, kind);
CREATE INDEX point_entries_member ON point_entries (member_id) INCLUDE (amount);
CREATE INDEX point_entries_by_day ON point_entries (created_at, id);
CREATE TRIGGER points_are_append_only BEFORE UPDATE OR DELETE ON point_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- Nobody spends what they do not have, not even with two requests at once: the member's row is the lock. Every row that
-- refers to a member holds the member's row FOR KEY SHARE until its transaction ends. Two orders of one
-- member at once both did, and each then waited for the other with FOR UPDATE, which is for rows whose key goes.
CREATE FUNCTION refuse_overdraft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE balance bigint;
BEGIN
    IF NEW.amount < 0 THEN
        PERFORM 1 FROM members WHERE id = NEW.member_id FOR NO KEY UPDATE;
        EXECUTE format('SELECT coalesce(sum(amount), 0) FROM %I WHERE member_id = $1', TG_TABLE_NAME)
            INTO balance USING NEW.member_id;
        IF balance + NEW.amount < 0 THEN
            RAISE EXCEPTION 'overdraft in %', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'no_overdraft';
        END IF;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER points_no_overdraft BEFORE INSERT ON point_entries FOR EACH ROW EXECUTE FUNCTION refuse_overdraft();

CREATE TABLE ticket_entries (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id  bigint NOT NULL REFERENCES members,
    amount     integer NOT NULL,
    kind       text NOT NULL CHECK
        (kind IN ('granted', 'reserved', 'used', 'released', 'returned', 'expired', 'clawed_back', 'forfeited', 'taken')),
    order_id   text REFERENCES orders,
    service_id bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Every grant runs out by itself; what is taken is taken from a grant, so that each is known to the last ticket.
    grant_id   bigint REFERENCES ticket_entries,
    expires_at timestamptz,
    -- A reservation takes a ticket out of what is left; `used` ends it and moves nothing, `released` and `returned`
    -- give the ticket back.
    -- Of a use, a release and a return: the reservation. Of a reservation: the return by which its ticket came back before.
    of_entry   bigint REFERENCES ticket_entries,
    -- Granted by staff, and not by an order or in place of one that had expired.
    by_hand    boolean NOT NULL DEFAULT false,
    CONSTRAINT the_amount_fits
        CHECK (CASE WHEN kind IN ('granted', 'released', 'returned') THEN amount > 0
                    WHEN kind = 'used' AND of_entry IS NOT NULL THEN amount = 0
                    ELSE amount < 0 END),
    CONSTRAINT a_ticket_is_of_a_grant CHECK (kind NOT IN ('reserved', 'released', 'returned') OR grant_id IS NOT NULL),
    CONSTRAINT it_ends_a_reservation CHECK (kind NOT IN ('released', 'returned') OR of_entry IS NOT NULL),
    CONSTRAINT what_is_taken_is_of_a_grant CHECK (kind <> 'taken' OR grant_id IS NOT NULL),
    CONSTRAINT by_hand_is_without_an_order CHECK (NOT by_hand OR (kind IN ('granted', 'taken') AND order_id IS NULL))
);
CREATE INDEX ticket_entries_member ON ticket_entries (member_id) INCLUDE (amount);
CREATE UNIQUE INDEX ticket_entries_once_per_order ON ticket_entries (order_id, kind)
    WHERE kind IN ('granted', 'clawed_back');
CREATE INDEX ticket_entries_grant ON ticket_entries (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX ticket_entries_expiring ON ticket_entries (expires_at) WHERE kind = 'granted';
CREATE UNIQUE INDEX ticket_entries_ended_once ON ticket_entries (of_entry) WHERE kind IN ('used', 'released');
CREATE UNIQUE INDEX ticket_entries_returned_once ON ticket_entries (of_entry) WHERE kind = 'returned';
CREATE INDEX ticket_entries_of_entry ON ticket_entries (of_entry) WHERE of_entry IS NOT NULL;

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
CREATE TRIGGER tickets_no_overdraft BEFORE INSERT ON ticket_entries FOR EACH ROW EXECUTE FUNCTION refuse_overdraft();
CREATE TRIGGER tickets_are_append_only BEFORE UPDATE OR DELETE ON ticket_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- What is left of every grant. `tried`: how many of those came back from a change that was undone; `reserved`: how many
-- more may still come back because no gateway has said yet that they are used.
-- Subqueries, because whoever asks for one column does not pay for the others.
CREATE VIEW ticket_grants AS
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
