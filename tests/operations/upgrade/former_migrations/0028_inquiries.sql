-- What members ask and what they are answered. Kept for three years from the last word (ECA decree 6), then deleted whole.
CREATE TABLE inquiries (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id       bigint NOT NULL REFERENCES members,
    category        text NOT NULL
                    CHECK (category IN ('product', 'connection', 'payment', 'refund', 'account', 'other')),
    title           text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
    service_id      bigint REFERENCES services,
    order_id        text REFERENCES orders,
    state           text NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'in_progress', 'answered')),
    -- Who of the staff has it in hand.
    taken_by        text CHECK (length(taken_by) BETWEEN 1 AND 100),
    created_at      timestamptz NOT NULL DEFAULT now(),
    last_message_at timestamptz NOT NULL DEFAULT now(),
    -- The newest message of the staff, and the newest of them that the member has seen.
    last_reply_id   bigint,
    seen_reply_id   bigint NOT NULL DEFAULT 0,
    CONSTRAINT an_answer_is_there CHECK (state <> 'answered' OR last_reply_id IS NOT NULL),
    CONSTRAINT somebody_has_it_in_hand CHECK (state <> 'in_progress' OR taken_by IS NOT NULL)
);
CREATE INDEX inquiries_member ON inquiries (member_id, id DESC);
-- What waits, the longest first; what is answered, read backwards.
CREATE INDEX inquiries_state ON inquiries (state, last_message_at, id);
CREATE INDEX inquiries_by_age ON inquiries (last_message_at);

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
    action     text NOT NULL CHECK (action IN ('listed', 'shown', 'taken', 'answered', 'image_shown', 'image_hidden')),
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
