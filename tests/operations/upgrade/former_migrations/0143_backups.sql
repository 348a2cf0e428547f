-- What was saved, where, and whether it could be restored. Written by `ieum backup` and `ieum restore`, read by everybody.
--   base     a whole copy of the database; `wal_until` is the first moment that it can be restored to
--   wal      one run of the archiver, while it runs without an end; `wal_until` is the moment up to which all is at the place
--   files    the downloads folder and the settings with their keys, encrypted
--   check    a restore into a scratch instance; `wal_until` is the last transaction that was found there
--   restore  this database itself was restored; `wal_until` is its last transaction from before
CREATE TABLE backups (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind      text NOT NULL CHECK (kind IN ('base', 'wal', 'files', 'check', 'restore')),
    began_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at  timestamptz,
    -- Null while it runs.
    ok        boolean,
    -- As they lie at the place: compressed.
    bytes     bigint CHECK (bytes >= 0),
    -- As it is written in the settings, which holds no secret.
    place     text NOT NULL CHECK (length(place) <= 500),
    -- The name of the copy at the place; of a check and of a restore, of the one that was restored.
    label     text CHECK (length(label) BETWEEN 1 AND 100),
    wal_until timestamptz,
    -- What went wrong; of a wal that runs, what is wrong now, and empty while all is well.
    detail    text NOT NULL DEFAULT '' CHECK (length(detail) <= 2000),
    CONSTRAINT an_end_has_an_outcome CHECK ((ended_at IS NULL) = (ok IS NULL)),
    CONSTRAINT ends_after_it_began CHECK (ended_at >= began_at),
    CONSTRAINT a_good_copy_says_what_it_is CHECK (
        ok IS NOT TRUE OR kind = 'wal' OR (label IS NOT NULL AND (kind = 'files' OR wal_until IS NOT NULL))
    )
);
-- The newest of a kind, and the newest good one.
CREATE INDEX backups_newest ON backups (kind, began_at DESC, id DESC);
CREATE INDEX backups_good ON backups (kind, ended_at DESC) WHERE ok;
