-- What staff see of the outbox, and notices that they send to many members at once.

-- The outbox's list is by time, also within one kind; few messages are refused.
CREATE INDEX messages_newest ON messages (created_at, id);
CREATE INDEX messages_refused ON messages (created_at, id) WHERE given_up_at IS NOT NULL;

-- What the sender of SMS charges for one message, as the owner has written it down; without it no cost is shown.
CREATE TABLE message_prices (
    kind text PRIMARY KEY CHECK (kind IN ('sms', 'lms')),
    won  numeric(8, 2) NOT NULL CHECK (won BETWEEN 0 AND 10000)
);

CREATE TABLE broadcasts (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel        text NOT NULL CHECK (channel IN ('mail', 'sms')),
    is_advertising boolean NOT NULL,
    -- As they are sent: what the law wants around an advertisement is in them. An SMS has no subject.
    subject        text NOT NULL CHECK (length(subject) <= 150),
    body           text NOT NULL CHECK (length(body) BETWEEN 1 AND 12000),
    -- To whom, in words.
    audience       text NOT NULL,
    recipients     integer NOT NULL CHECK (recipients > 0),
    written        integer NOT NULL DEFAULT 0,
    -- `waiting`: for a second person.
    state          text NOT NULL CHECK (state IN ('waiting', 'writing', 'done', 'stopped')),
    made_by        bigint NOT NULL REFERENCES staff,
    made_at        timestamptz NOT NULL DEFAULT now(),
    ended_at       timestamptz,
    CONSTRAINT an_end_has_a_time CHECK ((state IN ('done', 'stopped')) = (ended_at IS NOT NULL)),
    CONSTRAINT nobody_is_written_to_twice CHECK (written <= recipients),
    CONSTRAINT a_mail_has_a_subject CHECK ((channel = 'mail') = (subject <> '')),
    -- 정보통신망법 제50조: an advertisement says so in its first words.
    CONSTRAINT an_advertisement_says_so CHECK
        (NOT is_advertising OR CASE channel WHEN 'mail' THEN subject ELSE body END LIKE '(광고)%')
);
CREATE INDEX broadcasts_unwritten ON broadcasts (id) WHERE state = 'writing';

-- Frozen when the button was pressed.
CREATE TABLE broadcast_recipients (
    broadcast_id bigint NOT NULL REFERENCES broadcasts,
    member_id    bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    -- Null until the job has come to them.
    written_at   timestamptz,
    PRIMARY KEY (broadcast_id, member_id)
);
CREATE INDEX broadcast_recipients_left ON broadcast_recipients (broadcast_id, member_id) WHERE written_at IS NULL;
CREATE INDEX broadcast_recipients_member ON broadcast_recipients (member_id);
