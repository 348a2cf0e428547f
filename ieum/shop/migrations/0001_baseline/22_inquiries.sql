-- Inquiries of members.

-- How many a member has uploaded in a day, whatever became of them.
CREATE TABLE inquiry_uploads (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id   bigint NOT NULL REFERENCES members,
    uploaded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inquiry_uploads_of_member ON inquiry_uploads (member_id, uploaded_at);
CREATE INDEX inquiry_uploads_by_age ON inquiry_uploads (uploaded_at);

-- What the staff did and whose data they saw (SAFE 8). It outlives the inquiry, so nothing is referred to.
CREATE TABLE inquiry_actions (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    done_at    timestamptz NOT NULL DEFAULT now(),
    staff      text NOT NULL CHECK (length(staff) BETWEEN 1 AND 100),
    action     text NOT NULL
        CHECK (action IN ('listed', 'shown', 'taken', 'released', 'answered', 'closed', 'reopened', 'image_shown',
                      'image_hidden')),
    -- NULL for a list.
    inquiry_id bigint,
    member_id  bigint,
    image_id   bigint,
    reason     text NOT NULL DEFAULT '' CHECK (length(reason) <= 200),
    CONSTRAINT only_a_list_is_about_nobody CHECK ((action = 'listed') = (inquiry_id IS NULL)),
    CONSTRAINT hiding_has_a_reason CHECK (action <> 'image_hidden' OR reason <> '')
);
CREATE INDEX inquiry_actions_inquiry ON inquiry_actions (inquiry_id, id) WHERE inquiry_id IS NOT NULL;
CREATE INDEX inquiry_actions_by_age ON inquiry_actions (done_at);
CREATE TRIGGER inquiry_actions_are_not_rewritten BEFORE UPDATE ON inquiry_actions
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

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

-- Words of inquiries are kept by ten thousand inquiries: a word that a hundred thousand of them have is looked for among the
-- newest, where a search that took the first it found had only the oldest, and collected all others for nothing.
CREATE FUNCTION words_of_inquiry(inquiry bigint, said text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    words text[] := tsvector_to_array(to_tsvector('simple', said));
    bucket text := inquiry / 10000 || '.';
BEGIN
    FOR n IN 1..coalesce(cardinality(words), 0) LOOP
        words[n] := bucket || words[n];
    END LOOP;
    RETURN array_to_tsvector(words);
END
$$;

-- What members ask and what they are answered. Kept for three years from the last word (ECA decree 6), then deleted whole.
CREATE TABLE inquiries (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id       bigint NOT NULL REFERENCES members,
    category        text NOT NULL
                    CHECK (category IN ('product', 'connection', 'payment', 'refund', 'account', 'other')),
    title           text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
    service_id      bigint REFERENCES services,
    order_id        text REFERENCES orders,
    state           text NOT NULL DEFAULT 'received'
        CHECK (state IN ('received', 'in_progress', 'answered', 'closed')),
    -- Who of the staff has it in hand.
    taken_by        text CHECK (length(taken_by) BETWEEN 1 AND 100),
    created_at      timestamptz NOT NULL DEFAULT now(),
    last_message_at timestamptz NOT NULL DEFAULT now(),
    -- The newest message of the staff, and the newest of them that the member has seen.
    last_reply_id   bigint,
    seen_reply_id   bigint NOT NULL DEFAULT 0,
    -- Somebody of the staff has an inquiry in hand, beside the name that the command line gives. An inquiry that needs no
    -- answer is closed. It waits since the first word that nobody answered, whatever the member adds to it.
    assignee_id     bigint REFERENCES staff,
    waiting_since   timestamptz DEFAULT now(),
    CONSTRAINT an_answer_is_there CHECK (state <> 'answered' OR last_reply_id IS NOT NULL),
    CONSTRAINT somebody_has_it_in_hand CHECK (state <> 'in_progress' OR taken_by IS NOT NULL),
    CONSTRAINT what_is_open_waits
        CHECK ((state IN ('received', 'in_progress')) = (waiting_since IS NOT NULL)),
    CONSTRAINT an_assignee_has_a_name CHECK (assignee_id IS NULL OR taken_by IS NOT NULL)
);
CREATE INDEX inquiries_member ON inquiries (member_id, id DESC);
-- The queue, all of it and each person's own; whatever is past, the newest first.
CREATE INDEX inquiries_waiting ON inquiries (waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX inquiries_assigned ON inquiries (assignee_id, last_message_at DESC, id DESC) WHERE assignee_id IS NOT NULL;
CREATE INDEX inquiries_words ON inquiries USING gin (words_of_inquiry(id, title));
-- Of what an inquiry is one of few each: a list of two of them finds how few there are.
CREATE INDEX inquiries_of_kinds ON inquiries (category, assignee_id, state, member_id);
CREATE INDEX inquiries_of_nobody ON inquiries (state, category, member_id) WHERE taken_by IS NULL;
CREATE INDEX inquiries_state ON inquiries (state, last_message_at, id) INCLUDE (member_id, category);
CREATE INDEX inquiries_newest ON inquiries (last_message_at DESC, id DESC) INCLUDE (member_id, category);

CREATE TABLE inquiry_messages (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    inquiry_id bigint NOT NULL REFERENCES inquiries ON DELETE CASCADE,
    author     text NOT NULL CHECK (author IN ('member', 'staff')),
    -- Who of the staff; the member does not see it.
    staff      text CHECK (length(staff) BETWEEN 1 AND 100),
    body       text NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT staff_has_a_name CHECK ((author = 'staff') = (staff IS NOT NULL))
);
CREATE INDEX inquiry_messages_thread ON inquiry_messages (inquiry_id, id);
CREATE INDEX inquiry_messages_of_staff ON inquiry_messages (created_at) WHERE author = 'staff';
CREATE INDEX inquiry_messages_words ON inquiry_messages USING gin (words_of_inquiry(inquiry_id, body));
-- What was said stays said. It is deleted with its inquiry, never changed.
CREATE TRIGGER inquiry_messages_are_not_rewritten BEFORE UPDATE ON inquiry_messages
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- Drawn anew from what was uploaded. Without a message it waits to be sent with one, for a day.
CREATE TABLE inquiry_images (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id  bigint NOT NULL REFERENCES members,
    message_id bigint REFERENCES inquiry_messages ON DELETE CASCADE,
    position   smallint CHECK (position BETWEEN 1 AND 5),
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
    width      integer NOT NULL CHECK (width > 0),
    height     integer NOT NULL CHECK (height > 0),
    size       integer NOT NULL CHECK (size BETWEEN 1 AND 10485760),
    content    bytea CHECK (length(content) = size),
    thumbnail  bytea CHECK (length(thumbnail) BETWEEN 1 AND 200000),
    created_at timestamptz NOT NULL DEFAULT now(),
    hidden_at  timestamptz,
    UNIQUE (message_id, position),
    CONSTRAINT what_is_sent_has_its_place CHECK ((message_id IS NULL) = (position IS NULL)),
    -- Hidden is destroyed: what should not have been sent to us must not be kept either (PIPA 24-2).
    CONSTRAINT what_is_hidden_is_gone CHECK (num_nulls(hidden_at, content) = 1 AND num_nulls(hidden_at, thumbnail) = 1)
);
-- They are compressed already; trying again costs time and saves nothing.
ALTER TABLE inquiry_images ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX inquiry_images_of_member ON inquiry_images (member_id, created_at);
CREATE INDEX inquiry_images_waiting ON inquiry_images (created_at) WHERE message_id IS NULL;

-- What staff write for each other beside an inquiry; the member never sees it. It goes with the inquiry.
CREATE TABLE inquiry_notes (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    inquiry_id bigint NOT NULL REFERENCES inquiries ON DELETE CASCADE,
    staff_id   bigint NOT NULL REFERENCES staff,
    body       text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
    written_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inquiry_notes_thread ON inquiry_notes (inquiry_id, id);
