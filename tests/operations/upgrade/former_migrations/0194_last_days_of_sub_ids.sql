-- How many days before its last day the owner of a sub-id was told of it last: 7, 1, or 0 for the end itself. Of another
-- last day nothing was told.
CREATE TABLE sub_id_ends_told (
    sub_id  bigint PRIMARY KEY REFERENCES members,
    ends_at timestamptz NOT NULL,
    days    smallint NOT NULL CHECK (days IN (0, 1, 7))
);
