-- Whom the shop answers nothing but 403. Wide ranges are somebody's slip, and would take the whole world along.
CREATE FUNCTION is_narrow(ranges cidr[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(bool_and(masklen(one) >= CASE family(one) WHEN 4 THEN 8 ELSE 19 END), true) FROM unnest(ranges) one
$$;
ALTER TABLE site_config ADD COLUMN blocked cidr[] NOT NULL DEFAULT '{}'
    CONSTRAINT blocked_is_narrow CHECK (is_narrow(blocked))
    CONSTRAINT blocked_is_short CHECK (cardinality(blocked) <= 10000);

-- What broke in people's browsers: a row for each kind of error, however often it comes. Nothing in it is about
-- a person; queries, addresses and long numbers are cut out before.
CREATE TABLE client_errors (
    fingerprint text PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{16}$'),
    message     text NOT NULL CHECK (length(message) <= 500),
    stack       text NOT NULL CHECK (length(stack) <= 4000),
    path        text NOT NULL CHECK (length(path) <= 200),
    release     text NOT NULL CHECK (length(release) <= 80),
    count       bigint NOT NULL DEFAULT 1 CHECK (count > 0),
    first_at    timestamptz NOT NULL DEFAULT now(),
    last_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT first_is_before_last CHECK (first_at <= last_at)
);
CREATE INDEX client_errors_last_at ON client_errors (last_at);
