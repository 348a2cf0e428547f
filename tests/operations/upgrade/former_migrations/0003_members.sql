CREATE TABLE members (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    login_id      text NOT NULL UNIQUE CHECK (login_id ~ '^[a-z][a-z0-9_]{5,19}$'),
    password_hash text NOT NULL,
    name          text NOT NULL CHECK (length(name) BETWEEN 2 AND 20),
    email         text NOT NULL CHECK (length(email) <= 254),
    phone         text NOT NULL CHECK (phone ~ '^01[016789][0-9]{7,8}$'),
    sms_opt_in    boolean NOT NULL DEFAULT false,
    mail_opt_in   boolean NOT NULL DEFAULT false,
    -- What the payment provider knows the member by: not guessable, never the login id.
    customer_key  uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    joined_at     timestamptz NOT NULL DEFAULT now()
);

-- One per login: the family of its refresh tokens.
CREATE TABLE login_sessions (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id    bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    started_at   timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    ended_at     timestamptz,
    end_reason   text CHECK (end_reason IN ('logout', 'reuse', 'revoked')),
    ip_address   inet,
    user_agent   text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300),
    CONSTRAINT an_end_has_a_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX login_sessions_member ON login_sessions (member_id) WHERE ended_at IS NULL;

CREATE TABLE refresh_tokens (
    token_hash       bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    session_id       bigint NOT NULL REFERENCES login_sessions ON DELETE CASCADE,
    issued_at        timestamptz NOT NULL DEFAULT now(),
    rotated_at       timestamptz,
    -- The token that replaced this one, readable only with this one in hand, so that parallel
    -- requests within the grace all get the same successor.
    sealed_successor bytea,
    CONSTRAINT a_rotated_token_has_a_successor CHECK ((rotated_at IS NULL) = (sealed_successor IS NULL))
);
-- A family has one token that still works.
CREATE UNIQUE INDEX refresh_tokens_current ON refresh_tokens (session_id) WHERE rotated_at IS NULL;
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- What was agreed to, when and from where: append-only proof (korea.md sections 2 and 3).
CREATE TABLE consents (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id    bigint NOT NULL REFERENCES members,
    document_key text NOT NULL,
    version      text NOT NULL,
    agreed       boolean NOT NULL,
    order_id     text,
    recorded_at  timestamptz NOT NULL DEFAULT now(),
    ip_address   inet,
    channel      text NOT NULL DEFAULT 'web',
    FOREIGN KEY (document_key, version) REFERENCES agreement_documents
);
CREATE INDEX consents_member ON consents (member_id);
CREATE INDEX consents_order ON consents (order_id) WHERE order_id IS NOT NULL;

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER consents_are_append_only BEFORE UPDATE OR DELETE ON consents
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
