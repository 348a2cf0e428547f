-- Somebody of the staff has an inquiry in hand, beside the name that the command line gives. An inquiry that needs no
-- answer is closed. It waits since the first word that nobody answered, whatever the member adds to it.
ALTER TABLE inquiries ADD COLUMN assignee_id bigint REFERENCES staff;
ALTER TABLE inquiries ADD COLUMN waiting_since timestamptz DEFAULT now();
UPDATE inquiries i
   SET waiting_since = CASE WHEN i.state = 'answered' THEN NULL ELSE
           coalesce((SELECT min(m.created_at) FROM inquiry_messages m
                      WHERE m.inquiry_id = i.id AND m.author = 'member' AND m.id > coalesce(i.last_reply_id, 0)),
                    i.last_message_at) END;
ALTER TABLE inquiries DROP CONSTRAINT inquiries_state_check;
ALTER TABLE inquiries
    ADD CONSTRAINT inquiries_state_check CHECK (state IN ('received', 'in_progress', 'answered', 'closed')),
    ADD CONSTRAINT what_is_open_waits
        CHECK ((state IN ('received', 'in_progress')) = (waiting_since IS NOT NULL)),
    ADD CONSTRAINT an_assignee_has_a_name CHECK (assignee_id IS NULL OR taken_by IS NOT NULL);
-- The queue, all of it and each person's own; whatever is past, the newest first.
CREATE INDEX inquiries_waiting ON inquiries (waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX inquiries_newest ON inquiries (last_message_at DESC, id DESC);
CREATE INDEX inquiries_assigned ON inquiries (assignee_id, last_message_at DESC, id DESC) WHERE assignee_id IS NOT NULL;
DROP INDEX inquiries_by_age;

ALTER TABLE inquiry_actions DROP CONSTRAINT inquiry_actions_action_check;
ALTER TABLE inquiry_actions ADD CONSTRAINT inquiry_actions_action_check
    CHECK (action IN ('listed', 'shown', 'taken', 'released', 'answered', 'closed', 'reopened', 'image_shown',
                      'image_hidden'));

-- What staff write for each other beside an inquiry; the member never sees it. It goes with the inquiry.
CREATE TABLE inquiry_notes (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    inquiry_id bigint NOT NULL REFERENCES inquiries ON DELETE CASCADE,
    staff_id   bigint NOT NULL REFERENCES staff,
    body       text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
    written_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inquiry_notes_thread ON inquiry_notes (inquiry_id, id);

-- Who has an inquiry open at this moment, so that two people do not answer the same one. Lost in a crash, it comes back
-- within seconds.
CREATE UNLOGGED TABLE inquiry_presence (
    inquiry_id bigint NOT NULL,
    staff_id   bigint NOT NULL,
    seen_at    timestamptz NOT NULL DEFAULT now(),
    is_writing boolean NOT NULL DEFAULT false,
    PRIMARY KEY (inquiry_id, staff_id)
);
CREATE INDEX inquiry_presence_by_age ON inquiry_presence (seen_at);

-- Answers that are given often. Names in braces stand for what the member has: {이름}.
CREATE TABLE canned_answers (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title      text NOT NULL UNIQUE CHECK (length(title) BETWEEN 1 AND 60),
    category   text CHECK (category IN ('product', 'connection', 'payment', 'refund', 'account', 'other')),
    body       text NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
    -- Counts the changes: whoever changes it says which one they saw.
    version    integer NOT NULL DEFAULT 1,
    changed_at timestamptz NOT NULL DEFAULT now(),
    changed_by bigint NOT NULL REFERENCES staff
);

-- Search by how words begin. Hangul words carry their endings behind, so that the beginning finds them all.
CREATE INDEX inquiries_words ON inquiries USING gin (to_tsvector('simple', title));
CREATE INDEX inquiry_messages_words ON inquiry_messages USING gin (to_tsvector('simple', body));
