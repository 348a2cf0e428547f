-- Mail and SMS leave from here, so that a message exists only if what it tells about does.
CREATE TABLE messages (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel      text NOT NULL CHECK (channel IN ('mail', 'sms')),
    recipient    text NOT NULL,
    subject      text NOT NULL DEFAULT '',
    body         text NOT NULL,
    -- What it is about; the same thing is told once.
    reference    text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    sent_at      timestamptz,
    -- A message with a code is of no use after the code's time, and its text is a secret for as long as it is kept.
    code_until   timestamptz,
    given_up_at  timestamptz,
    refusal      text CHECK (length(refusal) <= 100),
    -- Whom a message was to, also where it went to an address that they have changed since: it is emptied when they leave.
    member_id    bigint REFERENCES members,
    -- An SMS that nobody waits for does not leave before this, nor at night after it; null: at once, at any hour.
    not_before   timestamptz,
    -- The main action of a mail: the words on its button and the page behind it. Both are empty where there is none.
    -- The page is an address of the shop without its host, which the worker knows when it sends the mail.
    button_label text NOT NULL DEFAULT '',
    button_path  text NOT NULL DEFAULT '' CHECK (button_path ~ '^(/([^/\\\s]\S*)?)?$'),
    -- It has been counted, or is a mail made of others, and may be sent.
    admitted_at  timestamptz,
    -- Set while a mail waits beyond its recipient's budget: those of one recipient leave together.
    held_for     bytea,
    -- The mail that contains it.
    merged_into  bigint REFERENCES messages,
    UNIQUE (channel, reference),
    CONSTRAINT sent_or_given_up CHECK (sent_at IS NULL OR given_up_at IS NULL),
    CONSTRAINT a_code_is_kept_no_longer_than_needed
        CHECK (code_until IS NULL OR (sent_at IS NULL AND given_up_at IS NULL) OR body = ''),
    CONSTRAINT a_button_has_words_and_a_page CHECK ((button_label = '') = (button_path = '')),
    CONSTRAINT mail_leaves_at_once_or_is_held
        CHECK (channel = 'sms' OR not_before IS NULL OR held_for IS NOT NULL),
    CONSTRAINT held_for_is_a_hash CHECK (length(held_for) = 32),
    CONSTRAINT merged_was_held CHECK (merged_into IS NULL OR (held_for IS NOT NULL AND admitted_at IS NULL))
);
CREATE INDEX messages_unsent ON messages (id) WHERE sent_at IS NULL AND given_up_at IS NULL;
-- What was sent to somebody is found by where it was sent to.
CREATE INDEX messages_recipient ON messages (recipient);
-- What a member was told, newest first.
CREATE INDEX messages_of_member ON messages (member_id, created_at DESC, id DESC) WHERE member_id IS NOT NULL;
-- The outbox's list is by time, also within one kind; few messages are refused.
CREATE INDEX messages_newest ON messages (created_at, id);
CREATE INDEX messages_refused ON messages (created_at, id) WHERE given_up_at IS NOT NULL;
CREATE INDEX messages_not_empty ON messages (created_at, id) INCLUDE (member_id) WHERE recipient <> '';
CREATE INDEX messages_held ON messages (held_for)
    WHERE held_for IS NOT NULL AND merged_into IS NULL AND sent_at IS NULL AND given_up_at IS NULL;
CREATE INDEX messages_merged ON messages (merged_into) WHERE merged_into IS NOT NULL;

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
