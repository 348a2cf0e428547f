-- Leaks, intrusions and outages: who is affected is frozen, and what the law's clocks ask for is written down step by step
-- (개인정보보호법 제34조: people and authority within 72 hours; 정보통신망법 제48조의3: an intrusion within 24 hours).
CREATE TABLE incidents (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         text NOT NULL CHECK (kind IN ('leak', 'intrusion', 'outage')),
    title        text NOT NULL CHECK (length(title) BETWEEN 2 AND 100),
    -- What is known of it at first; facts that are found later are steps.
    what         text NOT NULL CHECK (length(what) BETWEEN 2 AND 4000),
    -- From which the clocks run.
    noticed_at   timestamptz NOT NULL,
    confirmed_at timestamptz,
    audience     text NOT NULL,
    affected     integer NOT NULL DEFAULT 0 CHECK (affected >= 0),
    made_by      bigint NOT NULL REFERENCES staff,
    made_at      timestamptz NOT NULL DEFAULT now(),
    closed_at    timestamptz,
    CONSTRAINT noticed_before_it_was_written CHECK (noticed_at <= made_at + interval '1 minute'),
    CONSTRAINT an_outage_is_seen CHECK (kind <> 'outage' OR confirmed_at IS NOT NULL)
);
CREATE INDEX incidents_open ON incidents (noticed_at) WHERE closed_at IS NULL;

CREATE TABLE incident_members (
    incident_id bigint NOT NULL REFERENCES incidents,
    member_id   bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    PRIMARY KEY (incident_id, member_id)
);
CREATE INDEX incident_members_member ON incident_members (member_id);

CREATE TABLE incident_steps (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    incident_id bigint NOT NULL REFERENCES incidents,
    kind        text NOT NULL CHECK (kind IN ('fact', 'confirmed', 'members_told', 'authority_told', 'supplement', 'closed')),
    body        text NOT NULL CHECK (length(body) BETWEEN 2 AND 4000),
    at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    made_by     bigint NOT NULL REFERENCES staff
);
CREATE INDEX incident_steps_of ON incident_steps (incident_id, id);
CREATE TRIGGER incident_steps_are_append_only BEFORE UPDATE OR DELETE ON incident_steps
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
