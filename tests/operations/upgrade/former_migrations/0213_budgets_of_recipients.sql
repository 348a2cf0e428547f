-- When the member proved to read this address: by a code or a link that went there (docs/decisions/0158).
ALTER TABLE members ADD COLUMN email_verified_at timestamptz;

CREATE FUNCTION forget_proof_of_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.email_verified_at := NULL;
    RETURN NEW;
END
$$;
-- By the database, because several rooms change addresses. Another address is proven in a statement after its change.
CREATE TRIGGER another_address_is_not_proven BEFORE UPDATE OF email ON members
    FOR EACH ROW WHEN (lower(NEW.email) IS DISTINCT FROM lower(OLD.email))
    EXECUTE FUNCTION forget_proof_of_mail();

-- How many messages went to one mailbox or number on a day of Seoul. Apart from the outbox, because who leaves has the
-- addresses there emptied and may sign up again at once.
CREATE TABLE message_budgets (
    -- A keyed hash of the channel and the mailbox or number.
    recipient bytea NOT NULL CHECK (length(recipient) = 32),
    day       date NOT NULL,
    letters   integer NOT NULL CHECK (letters >= 1),
    -- Of these, to members who have not proved to read the address.
    unproven  integer NOT NULL CHECK (unproven BETWEEN 0 AND letters),
    PRIMARY KEY (recipient, day)
);
CREATE INDEX message_budgets_day ON message_budgets (day);

ALTER TABLE messages
    -- It has been counted, or is a mail made of others, and may be sent.
    ADD COLUMN admitted_at timestamptz,
    -- Set while a mail waits beyond its recipient's budget: those of one recipient leave together.
    ADD COLUMN held_for    bytea,
    -- The mail that contains it.
    ADD COLUMN merged_into bigint REFERENCES messages,
    DROP CONSTRAINT mail_leaves_at_once,
    ADD CONSTRAINT mail_leaves_at_once_or_is_held
        CHECK (channel = 'sms' OR not_before IS NULL OR held_for IS NOT NULL) NOT VALID,
    ADD CONSTRAINT held_for_is_a_hash CHECK (length(held_for) = 32) NOT VALID,
    ADD CONSTRAINT merged_was_held CHECK (merged_into IS NULL OR (held_for IS NOT NULL AND admitted_at IS NULL)) NOT VALID;
