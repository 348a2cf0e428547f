-- By which keys this shop's data is made, so that a start with other keys is noticed (decision 0157).
CREATE TABLE key_marks (
    setting text PRIMARY KEY CHECK (setting IN ('IEUM_SECRET_KEY', 'IEUM_SEALING_KEYS')),
    -- HMAC-SHA256 of a fixed word: it tells keys apart, and opens nothing.
    mark    bytea NOT NULL CHECK (octet_length(mark) = 32),
    kept_at timestamptz NOT NULL DEFAULT now()
);
