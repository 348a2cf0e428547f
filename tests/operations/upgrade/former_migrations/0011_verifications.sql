-- Proof that somebody holds a number or an address: by a code sent there, or by the identity provider's word.
-- Rows live for a day; a daily job deletes them.
CREATE TABLE verifications (
    id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    channel     text NOT NULL CHECK (channel IN ('phone', 'mail', 'identity')),
    purpose     text NOT NULL CHECK (purpose IN ('sign-up', 'change', 'find-id', 'reset-password')),
    -- Digits, or the address in small letters; of an identity the number that the provider told.
    target      text CHECK (length(target) <= 254),
    -- Where it was asked from: one IPv4 address, or the /64 that a household has of IPv6.
    network     cidr NOT NULL,
    -- Keyed; a code has a million values and its plain hash none to hide in. None: no code was sent.
    code_hash   bytea CHECK (length(code_hash) = 32),
    tries       smallint NOT NULL DEFAULT 0,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at  timestamptz NOT NULL,
    verified_at timestamptz,
    valid_until timestamptz,
    spent_at    timestamptz,
    -- Of the identity provider's name for the person, a keyed hash alone.
    person_hash bytea CHECK (length(person_hash) = 32),
    CONSTRAINT verified_for_a_time CHECK ((verified_at IS NULL) = (valid_until IS NULL)),
    CONSTRAINT spent_after_verified CHECK (spent_at IS NULL OR verified_at IS NOT NULL),
    CONSTRAINT verified_is_of_something CHECK (verified_at IS NULL OR target IS NOT NULL)
);
CREATE INDEX verifications_target ON verifications (target, created_at);
CREATE INDEX verifications_network ON verifications (network, created_at);
CREATE INDEX verifications_created_at ON verifications (created_at);

-- Who was asked for by somebody who lost an id or a password; forgotten as soon as the job has looked.
CREATE TABLE recovery_requests (
    verification_id uuid PRIMARY KEY REFERENCES verifications ON DELETE CASCADE,
    name            text,
    login_id        text,
    looked_up_at    timestamptz,
    member_ids      bigint[] NOT NULL DEFAULT '{}',
    CONSTRAINT forgotten_when_looked_up CHECK (looked_up_at IS NULL OR (name IS NULL AND login_id IS NULL))
);
CREATE INDEX members_email ON members (lower(email));

-- Members whom the identity provider vouched for. The same person has the same hash in this shop.
CREATE TABLE member_identities (
    member_id   bigint PRIMARY KEY REFERENCES members ON DELETE CASCADE,
    person_hash bytea NOT NULL CHECK (length(person_hash) = 32),
    verified_at timestamptz NOT NULL
);
CREATE INDEX member_identities_person ON member_identities (person_hash);

-- How often a network asked for something within a minute. Worth nothing after a crash.
CREATE UNLOGGED TABLE request_counts (
    what    text NOT NULL,
    network cidr NOT NULL,
    minute  timestamptz NOT NULL,
    count   integer NOT NULL DEFAULT 1,
    PRIMARY KEY (what, network, minute)
);

-- A message with a code is of no use after the code's time, and its text is a secret for as long as it is kept.
ALTER TABLE messages
    ADD COLUMN code_until  timestamptz,
    ADD COLUMN given_up_at timestamptz,
    ADD COLUMN refusal     text CHECK (length(refusal) <= 100),
    ADD CONSTRAINT sent_or_given_up CHECK (sent_at IS NULL OR given_up_at IS NULL),
    ADD CONSTRAINT a_code_is_kept_no_longer_than_needed
        CHECK (code_until IS NULL OR (sent_at IS NULL AND given_up_at IS NULL) OR body = '');
DROP INDEX messages_unsent;
CREATE INDEX messages_unsent ON messages (id) WHERE sent_at IS NULL AND given_up_at IS NULL;
