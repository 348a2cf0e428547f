-- Filters, order and columns of a list that somebody keeps under a name, alone or for everybody.
CREATE TABLE saved_views (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    staff_id   bigint NOT NULL REFERENCES staff,
    screen     text NOT NULL CHECK (screen ~ '^[a-z][a-z0-9/-]{1,59}$'),
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    query      text NOT NULL CHECK (length(query) BETWEEN 1 AND 2000),
    shared     boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (staff_id, screen, name)
);
CREATE INDEX saved_views_shared ON saved_views (screen, id) WHERE shared;

-- What somebody opened last by the search, and what they pinned there: titles are masked, as the search shows them.
CREATE TABLE staff_found (
    staff_id bigint PRIMARY KEY REFERENCES staff,
    recent   jsonb NOT NULL,
    pinned   jsonb NOT NULL
);
