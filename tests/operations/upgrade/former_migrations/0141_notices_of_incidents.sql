-- A leak that some members cannot be told of one by one stands on the site for 30 days (개인정보보호법 시행령 제39조).
CREATE TABLE incident_notices (
    incident_id bigint PRIMARY KEY REFERENCES incidents,
    -- Of the notice among the shop's texts.
    slug        text NOT NULL UNIQUE,
    begun_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The clock takes it down from then on, and not before.
    ends_at     timestamptz NOT NULL,
    ended_at    timestamptz,
    made_by     bigint NOT NULL REFERENCES staff,
    CONSTRAINT stands_for_thirty_days CHECK (ends_at >= begun_at + interval '30 days')
);
CREATE INDEX incident_notices_standing ON incident_notices (ends_at) WHERE ended_at IS NULL;

ALTER TABLE incident_steps DROP CONSTRAINT incident_steps_kind_check;
ALTER TABLE incident_steps ADD CONSTRAINT incident_steps_kind_check CHECK
    (kind IN ('fact', 'confirmed', 'members_told', 'site_notice', 'authority_told', 'supplement', 'closed'));
-- Nobody: the clock.
ALTER TABLE incident_steps ALTER COLUMN made_by DROP NOT NULL;
