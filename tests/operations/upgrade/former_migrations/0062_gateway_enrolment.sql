-- Gateways get their credential by a code (docs/decisions/0077), and keep a copy of their key that only the owner opens.

CREATE TABLE gateway_codes (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gateway_id bigint NOT NULL REFERENCES gateways,
    code_hash  bytea NOT NULL UNIQUE CHECK (length(code_hash) = 32),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL DEFAULT now() + interval '1 hour',
    spent_at   timestamptz,
    -- The credential that it was spent on: a host that heard no answer asks again with the same one.
    token_hash bytea CHECK (length(token_hash) = 32),
    CONSTRAINT a_spent_code_made_a_credential CHECK ((spent_at IS NULL) = (token_hash IS NULL))
);
-- A new code ends the one before.
CREATE UNIQUE INDEX gateway_codes_one_open ON gateway_codes (gateway_id) WHERE spent_at IS NULL;

-- The gateway's private key, sealed to the owner's recovery key, which the shop never has.
ALTER TABLE gateways
    ADD COLUMN key_backup bytea CHECK (length(key_backup) BETWEEN 48 AND 1024),
    ADD COLUMN key_backed_up_at timestamptz,
    ADD CONSTRAINT a_backup_has_its_time CHECK ((key_backup IS NULL) = (key_backed_up_at IS NULL));
