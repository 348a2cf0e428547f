-- Lists that staff take away as files, and changes to many rows at once.

CREATE TABLE exports (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The list, and the query of its address: the filters.
    screen     text NOT NULL,
    query      text NOT NULL CHECK (length(query) <= 2000),
    reason     text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    -- How many rows the filters found when it was asked for.
    expected   bigint NOT NULL CHECK (expected >= 0),
    -- `waiting`: for a second person.
    state      text NOT NULL CHECK (state IN ('waiting', 'making', 'ready', 'failed', 'over')),
    -- A file that cannot be made is not tried for ever.
    tries      integer NOT NULL DEFAULT 0,
    rows       bigint,
    bytes      bigint,
    asked_by   bigint NOT NULL REFERENCES staff,
    asked_at   timestamptz NOT NULL DEFAULT now(),
    made_at    timestamptz,
    expires_at timestamptz,
    downloads  integer NOT NULL DEFAULT 0,
    CONSTRAINT a_file_has_its_figures CHECK
        ((state IN ('ready', 'over')) = (rows IS NOT NULL AND bytes IS NOT NULL AND made_at IS NOT NULL
                                         AND expires_at IS NOT NULL))
);
CREATE INDEX exports_of_staff ON exports (asked_by, id);
CREATE INDEX exports_unmade ON exports (id) WHERE state = 'making';
CREATE INDEX exports_expiring ON exports (expires_at) WHERE state = 'ready';

-- The file in pieces, each small enough to be held in memory.
CREATE TABLE export_pieces (
    export_id bigint NOT NULL REFERENCES exports ON DELETE CASCADE,
    number    integer NOT NULL,
    content   bytea NOT NULL,
    PRIMARY KEY (export_id, number)
);

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
