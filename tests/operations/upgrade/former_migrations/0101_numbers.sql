-- The figures of the shop, kept by day; what each of them means stands in ieum/shop/console/numbers/definitions.py.

CREATE TABLE number_days (
    figure text NOT NULL,
    -- In Seoul; the first of the month for what is counted by months.
    day    date NOT NULL,
    -- Such as the reason of an end, or the pool; empty for a figure without parts.
    part   text NOT NULL,
    value  bigint NOT NULL,
    -- What a share is of.
    base   bigint,
    PRIMARY KEY (figure, day, part)
);

-- Visits are counted by their own room, and not kept twice.
CREATE VIEW numbers_kept AS
SELECT figure, day, part, value, base FROM number_days
 UNION ALL
SELECT 'conversion', day, 'visits', count, NULL FROM visit_days WHERE kind = 'visits';

CREATE INDEX inquiry_messages_of_staff ON inquiry_messages (created_at) WHERE author = 'staff';
