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
