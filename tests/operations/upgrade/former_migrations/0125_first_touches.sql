-- Where members came from at first, for the figures of keywords and campaigns. Off in every shop until its owner has said so
-- in the privacy policy, because the browser is given a cookie for it.
ALTER TABLE site_config ADD COLUMN first_touch_days integer NOT NULL DEFAULT 0
    CHECK (first_touch_days BETWEEN 0 AND 30);

CREATE TABLE first_touches (
    member_id     bigint PRIMARY KEY REFERENCES members ON DELETE CASCADE,
    touched_at    timestamptz NOT NULL,
    referrer_host text NOT NULL CHECK (length(referrer_host) <= 253),
    keyword       text NOT NULL CHECK (length(keyword) <= 200),
    campaign      text NOT NULL CHECK (length(campaign) <= 200)
);
CREATE INDEX first_touches_by_age ON first_touches (touched_at);

-- What stays of a day: how many joined, and how many of them bought within thirty days, by what brought them.
CREATE TABLE touch_days (
    day    date NOT NULL,
    kind   text NOT NULL CHECK (kind IN ('keyword', 'campaign', 'referrer')),
    value  text NOT NULL CHECK (value <> '' AND length(value) <= 253),
    joined integer NOT NULL CHECK (joined > 0),
    paid   integer NOT NULL CHECK (paid BETWEEN 0 AND joined),
    PRIMARY KEY (kind, day, value)
);
CREATE INDEX visit_days_of_kind ON visit_days (kind, day);

-- Days that are no working days beside Saturdays and Sundays, from a calendar that is kept as a library.
CREATE TABLE public_holidays (
    day  date PRIMARY KEY,
    name text NOT NULL
);
