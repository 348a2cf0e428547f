-- What staff do: the record, second people, changes in bulk, and limits by the day (docs/decisions/0094, 0149 to 0151).

CREATE TABLE staff_sessions (
    id         bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    staff_id   bigint NOT NULL REFERENCES staff,
    token_hash bytea NOT NULL UNIQUE,
    address    inet NOT NULL,
    user_agent text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    -- Within a minute: the last time that the person did something.
    seen_at    timestamptz NOT NULL DEFAULT now(),
    ended_at   timestamptz,
    end_reason text CHECK (end_reason IN ('logout', 'ended', 'removed', 'password', 'link', 'role')),
    CONSTRAINT an_end_has_a_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX staff_sessions_of ON staff_sessions (staff_id, started_at DESC) WHERE ended_at IS NULL;
-- By which the console's login finds, before every attempt, whether this person has come from there lately.
CREATE INDEX staff_sessions_by_start ON staff_sessions (staff_id, started_at DESC);

ALTER TABLE member_looks ADD FOREIGN KEY (staff_session_id) REFERENCES staff_sessions;

-- Every change by staff, and every look at what is masked. It only grows; each hash covers the one before.
CREATE TABLE staff_record (
    index       bigint PRIMARY KEY CHECK (index > 0),
    at          timestamptz NOT NULL,
    -- NULL where a command or a job did it.
    staff_id    bigint REFERENCES staff,
    session_id  bigint REFERENCES staff_sessions,
    role        text NOT NULL,
    action      text NOT NULL,
    object_kind text NOT NULL,
    object_id   text NOT NULL,
    reason      text NOT NULL DEFAULT '',
    before      jsonb,
    after       jsonb,
    request_id  text NOT NULL,
    address     text NOT NULL,
    approval_id bigint,
    -- Confirmed without a second person.
    alone       boolean NOT NULL DEFAULT false,
    hash        bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE INDEX staff_record_of_object ON staff_record (object_kind, object_id, index DESC);
CREATE INDEX staff_record_of_staff ON staff_record (staff_id, index DESC);
CREATE INDEX staff_record_of_action ON staff_record (action, index DESC);
CREATE INDEX staff_record_at ON staff_record (at);
-- The record of an action by somebody, or of an action on something: where the two never met, all of one was read.
CREATE INDEX staff_record_of_kinds ON staff_record (action, object_kind, staff_id, index);

CREATE FUNCTION refuse_rewriting_staff_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER staff_record_is_append_only BEFORE UPDATE OR DELETE ON staff_record
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_staff_record();
CREATE TRIGGER staff_record_is_not_emptied BEFORE TRUNCATE ON staff_record
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_staff_record();

-- Its row is the lock of whoever writes the record, and the end of the chain.
CREATE TABLE staff_record_head (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    index bigint NOT NULL DEFAULT 0,
    hash  bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(hash) = 32)
);
INSERT INTO staff_record_head DEFAULT VALUES;

-- What takes two people: asked for by one, confirmed by another who has seen the same preview, within a day.
CREATE TABLE staff_approvals (
    id         bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    action     text NOT NULL,
    params     jsonb NOT NULL,
    preview    jsonb NOT NULL,
    reason     text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    asked_by   bigint NOT NULL REFERENCES staff,
    asked_at   timestamptz NOT NULL DEFAULT now(),
    state      text NOT NULL DEFAULT 'asked'
        CHECK (state IN ('asked', 'confirmed', 'refused', 'withdrawn', 'expired')),
    decided_by bigint REFERENCES staff,
    decided_at timestamptz,
    decision   text NOT NULL DEFAULT '',
    alone      boolean NOT NULL DEFAULT false,
    result     jsonb,
    -- Whoever asked is told what became of their wish, until they have looked.
    seen_at    timestamptz,
    -- The rule itself: a second person, or one who is marked alone and said why.
    CONSTRAINT two_people_or_alone CHECK (state <> 'confirmed' OR (alone AND decision <> '')
                                          OR (NOT alone AND decided_by <> asked_by)),
    CONSTRAINT own_wish_is_withdrawn CHECK (state <> 'withdrawn' OR decided_by = asked_by),
    -- A wish that nobody answered for a week is ended by the clock, so that what waits beside it ends, too.
    CONSTRAINT what_is_decided_has_somebody
        CHECK ((state = 'asked') = (decided_at IS NULL)
               AND (state IN ('asked', 'expired')) = (decided_by IS NULL))
);
CREATE INDEX staff_approvals_open ON staff_approvals (asked_at) WHERE state = 'asked';
CREATE INDEX staff_approvals_asked ON staff_approvals (action) WHERE state = 'asked';
CREATE INDEX staff_approvals_unseen ON staff_approvals (asked_by) WHERE decided_at IS NOT NULL AND seen_at IS NULL;

CREATE TABLE bulk_runs (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        text NOT NULL,
    params      jsonb NOT NULL,
    -- What it does and to which rows, in words.
    title       text NOT NULL,
    total       integer NOT NULL CHECK (total > 0),
    done        integer NOT NULL DEFAULT 0,
    skipped     integer NOT NULL DEFAULT 0,
    failed      integer NOT NULL DEFAULT 0,
    -- `waiting`: for a second person.
    state       text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'cancelled')),
    -- The run that this one takes back; at most one does.
    undoes      bigint UNIQUE REFERENCES bulk_runs,
    reason      text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    made_by     bigint NOT NULL REFERENCES staff,
    made_at     timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz,
    -- Who presses, for the record of each row.
    role        text NOT NULL,
    session_id  bigint NOT NULL REFERENCES staff_sessions,
    request_id  text NOT NULL,
    address     text NOT NULL,
    approval_id bigint REFERENCES staff_approvals,
    alone       boolean NOT NULL DEFAULT false,
    CONSTRAINT an_end_has_a_time CHECK ((state IN ('done', 'cancelled')) = (ended_at IS NOT NULL)),
    CONSTRAINT no_row_is_done_twice CHECK (done + skipped + failed <= total)
);
CREATE INDEX bulk_runs_unfinished ON bulk_runs (id) WHERE state = 'running';

-- Frozen when the button was pressed.
CREATE TABLE bulk_rows (
    run_id    bigint NOT NULL REFERENCES bulk_runs,
    object_id bigint NOT NULL,
    state     text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'skipped', 'failed')),
    detail    text NOT NULL DEFAULT '',
    -- What it was before, for whoever takes it back.
    before    jsonb,
    after     jsonb,
    at        timestamptz,
    PRIMARY KEY (run_id, object_id),
    CONSTRAINT a_result_has_a_time CHECK ((state = 'waiting') = (at IS NULL))
);
CREATE INDEX bulk_rows_left ON bulk_rows (run_id, object_id) WHERE state = 'waiting';
CREATE INDEX bulk_rows_by_result ON bulk_rows (run_id, state, object_id);

-- Keys of presses in the console that give or move something of value: a second press with the same key does nothing.
-- Kept for a month.
CREATE TABLE staff_presses (
    staff_id   bigint NOT NULL REFERENCES staff,
    key        text NOT NULL CHECK (length(key) BETWEEN 8 AND 60),
    -- A hash of what was to be done: a key that comes with another wish is refused.
    wish       bytea NOT NULL CHECK (length(wish) = 32),
    -- Ids of what the press has made, such as of the approval that it waits for.
    made       jsonb NOT NULL DEFAULT '{}',
    pressed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (staff_id, key)
);
CREATE INDEX staff_presses_old ON staff_presses (pressed_at);

-- What staff give without a second person, in won, so that one limit a day holds over all of its kinds (decision 0150).
CREATE TABLE staff_gifts (
    id        bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- Whose day it counts in. NULL in the rows of a bulk change, whose sum is one row of its maker.
    staff_id  bigint REFERENCES staff,
    -- Who received it. NULL for a bulk change as a whole, and for refunds by the rules, which members can have by
    -- themselves.
    member_id bigint REFERENCES members,
    what      text NOT NULL CHECK (what IN ('refund', 'points', 'tickets', 'days')),
    won       bigint NOT NULL CHECK (won > 0),
    given_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT gift_has_a_side CHECK (staff_id IS NOT NULL OR member_id IS NOT NULL)
);
CREATE INDEX staff_gifts_by ON staff_gifts (staff_id, given_at) WHERE staff_id IS NOT NULL;
CREATE INDEX staff_gifts_to ON staff_gifts (member_id, given_at) WHERE member_id IS NOT NULL;

-- How often staff search for a person, unmask one, or look as one, counted by the hour (decision 0151).
CREATE TABLE staff_looks (
    id       bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    staff_id bigint NOT NULL REFERENCES staff,
    -- `reason`: more searches were asked for, and why is on record.
    what     text NOT NULL CHECK (what IN ('search', 'unmask', 'look', 'reason')),
    -- A hash of what was searched for: the same search again is no second one.
    words    bytea,
    at       timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT search_has_words CHECK ((what = 'search') = (words IS NOT NULL))
);
CREATE INDEX staff_looks_lately ON staff_looks (staff_id, what, at);
