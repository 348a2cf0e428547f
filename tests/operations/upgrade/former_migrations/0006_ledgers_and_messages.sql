-- Points: append-only; the balance is a sum.
CREATE TABLE point_entries (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id  bigint NOT NULL REFERENCES members,
    amount     integer NOT NULL CHECK (amount <> 0),
    kind       text NOT NULL CHECK (kind IN ('earned', 'used', 'returned', 'clawed_back')),
    order_id   text REFERENCES orders,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT the_sign_fits CHECK ((amount > 0) = (kind IN ('earned', 'returned')))
);
-- One order moves points once in each way, however often it is settled.
CREATE UNIQUE INDEX point_entries_once_per_order ON point_entries (order_id, kind);
CREATE INDEX point_entries_member ON point_entries (member_id) INCLUDE (amount);

CREATE TABLE ticket_entries (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id  bigint NOT NULL REFERENCES members,
    amount     integer NOT NULL CHECK (amount <> 0),
    kind       text NOT NULL CHECK (kind IN ('granted', 'used', 'returned', 'clawed_back')),
    order_id   text REFERENCES orders,
    service_id bigint REFERENCES services,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT the_sign_fits CHECK ((amount > 0) = (kind IN ('granted', 'returned')))
);
CREATE INDEX ticket_entries_member ON ticket_entries (member_id) INCLUDE (amount);

-- Nobody spends what they do not have, not even with two requests at once: the member's row is the lock.
CREATE FUNCTION refuse_overdraft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE balance bigint;
BEGIN
    IF NEW.kind = 'used' THEN
        PERFORM 1 FROM members WHERE id = NEW.member_id FOR UPDATE;
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
CREATE TRIGGER tickets_no_overdraft BEFORE INSERT ON ticket_entries FOR EACH ROW EXECUTE FUNCTION refuse_overdraft();
CREATE TRIGGER points_are_append_only BEFORE UPDATE OR DELETE ON point_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER tickets_are_append_only BEFORE UPDATE OR DELETE ON ticket_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- Mail and SMS leave from here, so that a message exists only if what it tells about does.
CREATE TABLE messages (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel    text NOT NULL CHECK (channel IN ('mail', 'sms')),
    recipient  text NOT NULL,
    subject    text NOT NULL DEFAULT '',
    body       text NOT NULL,
    -- What it is about; the same thing is told once.
    reference  text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at    timestamptz,
    UNIQUE (channel, reference)
);
CREATE INDEX messages_unsent ON messages (id) WHERE sent_at IS NULL;
