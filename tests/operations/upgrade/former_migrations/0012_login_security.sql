-- Attempts at a password: charged before the hash is made, forgiven when it fits. A key is a login id (hashed
-- with our secret: people type passwords there, too), an address, or a member who is asked for it again.
CREATE TABLE login_attempts (
    key           text PRIMARY KEY CHECK (length(key) <= 80),
    -- What stands now is this, less what has faded since: not whole where it fades.
    failures      double precision NOT NULL CHECK (failures >= 0),
    failed_at     timestamptz NOT NULL,
    blocked_until timestamptz NOT NULL
);
CREATE INDEX login_attempts_failed_at ON login_attempts (failed_at);

-- The second factor of those who want one (RFC 6238). Without `confirmed_at` it is being set up and asks nothing.
CREATE TABLE totp_secrets (
    member_id     bigint PRIMARY KEY REFERENCES members ON DELETE CASCADE,
    sealed_secret bytea NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now(),
    confirmed_at  timestamptz,
    -- The time step of the newest code that was spent: neither it nor an older one is taken again.
    last_step     bigint NOT NULL DEFAULT 0
);

-- For whoever lost the device. A spent one is gone.
CREATE TABLE recovery_codes (
    member_id bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
    PRIMARY KEY (member_id, code_hash)
);

CREATE TABLE passkeys (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id     bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
    public_key    bytea NOT NULL,
    sign_count    bigint NOT NULL CHECK (sign_count >= 0),
    transports    text[] NOT NULL DEFAULT '{}',
    name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_used_at  timestamptz
);
CREATE INDEX passkeys_member ON passkeys (member_id);

-- What a passkey has to sign: once, soon, and for what it was asked. `member_id` is whose key is being added.
CREATE TABLE passkey_challenges (
    id         uuid PRIMARY KEY,
    challenge  bytea NOT NULL CHECK (length(challenge) >= 16),
    member_id  bigint REFERENCES members ON DELETE CASCADE,
    -- Who asked, so that nobody fills the table.
    asked_by   text NOT NULL CHECK (length(asked_by) <= 80),
    expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_asked_by ON passkey_challenges (asked_by);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);
