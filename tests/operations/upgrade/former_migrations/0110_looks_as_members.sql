-- Staff who see the shop as a member does: half an hour at most, and nothing can be changed (docs/decisions/0110).
CREATE TABLE member_looks (
    id               bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    member_id        bigint NOT NULL REFERENCES members,
    staff_session_id bigint NOT NULL REFERENCES staff_sessions,
    -- As the member is told: what the person may do, not who it is.
    role             text NOT NULL,
    -- A look is over as soon as the person's role lacks one of these.
    needs            text[] NOT NULL,
    token_hash       bytea NOT NULL UNIQUE,
    started_at       timestamptz NOT NULL DEFAULT now(),
    expires_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    CONSTRAINT half_an_hour_at_most CHECK (expires_at <= started_at + interval '30 minutes')
);
CREATE INDEX member_looks_of ON member_looks (member_id, started_at DESC);
CREATE INDEX member_looks_open ON member_looks (staff_session_id) WHERE ended_at IS NULL;
