-- Keys of presses in the console that give or move something of value: a second press with the same key does nothing.
-- Kept for a month. The release before neither reads nor writes it.
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
