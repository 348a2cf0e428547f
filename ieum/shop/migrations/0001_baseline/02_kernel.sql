-- What every room uses: append-only tables, counts of requests, alarms, and traces through jobs (docs/decisions/0125).

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

-- How often a network asked for something within a minute. Worth nothing after a crash.
CREATE UNLOGGED TABLE request_counts (
    what  text NOT NULL,
    who   text NOT NULL,
    since timestamptz NOT NULL,
    count integer NOT NULL DEFAULT 1,
    PRIMARY KEY (what, who, since),
    CONSTRAINT who_is_short CHECK (length(who) <= 100)
);

-- Whom the shop answers nothing but 403. Wide ranges are somebody's slip, and would take the whole world along.
CREATE FUNCTION is_narrow(ranges cidr[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(bool_and(masklen(one) >= CASE family(one) WHEN 4 THEN 8 ELSE 19 END), true) FROM unnest(ranges) one
$$;

-- What an operator has to look at: raised once while it stands.
CREATE TABLE alarms (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL CHECK (length(kind) BETWEEN 1 AND 60),
    reference  text NOT NULL CHECK (length(reference) <= 200),
    detail     text NOT NULL CHECK (length(detail) <= 1000),
    raised_at  timestamptz NOT NULL DEFAULT now(),
    cleared_at timestamptz,
    cleared_by text
);
CREATE UNIQUE INDEX alarms_standing ON alarms (kind, reference) WHERE cleared_at IS NULL;
CREATE INDEX alarms_newest ON alarms (raised_at DESC, id DESC);
CREATE INDEX alarms_open ON alarms (raised_at DESC, id DESC) WHERE cleared_at IS NULL;

-- The trace of the request or job that a transaction belongs to. The server says it at the beginning of each transaction
-- (kernel/db.py).
CREATE FUNCTION current_trace() RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT nullif(current_setting('ieum.trace', true), '')::uuid
$$;

-- A job goes on with the trace of what queued it. In a column and not among its arguments: a worker of the release before
-- would hand an argument that it does not know to the job, which would fail.
ALTER TABLE procrastinate_jobs ADD COLUMN trace uuid DEFAULT current_trace();
-- Failed jobs stay in the table of the queue for good: a scrape counts them by their tasks without reading it.
CREATE INDEX procrastinate_jobs_failed ON procrastinate_jobs (task_name) WHERE status = 'failed';

-- Which days a job about single days has done: the next run takes those that are missing.
CREATE TABLE days_done (
    task    text NOT NULL,
    -- In Seoul.
    day     date NOT NULL,
    done_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (task, day)
);
