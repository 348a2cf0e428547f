-- What only somebody outside can tell, as the worker was told last: figures for /metrics and `ieum doctor`.
CREATE TABLE seen_outside (
    what     text PRIMARY KEY CHECK (what IN ('sms_balance', 'certificate')),
    -- Won that are left at the SMS carrier; the Unix time at which the certificate of the shop's address ends, 0 for one
    -- that browsers refuse already.
    value    double precision NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now()
);

-- By which keys this shop's data is made, so that a start with other keys is noticed (decision 0157).
CREATE TABLE key_marks (
    setting text PRIMARY KEY CHECK (setting IN ('IEUM_SECRET_KEY', 'IEUM_SEALING_KEYS')),
    -- HMAC-SHA256 of a fixed word: it tells keys apart, and opens nothing.
    mark    bytea NOT NULL CHECK (octet_length(mark) = 32),
    kept_at timestamptz NOT NULL DEFAULT now()
);

-- Columns that may still hold values sealed in the form before, which is bound to no row (decision 0159). A job seals
-- them anew and takes the column off the list; from then on such a value opens nowhere.
CREATE TABLE unbound_seals (
    sealed_column text PRIMARY KEY,
    -- The job begins an hour after it.
    since         timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION refuse_unbound_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'no column goes back to values that are bound to no row' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER columns_only_leave BEFORE INSERT OR UPDATE ON unbound_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbound_seals();
