-- Under what a code was counted that went out for a lost id or password: a browser or the networks of one account, or
-- strangers. Each has a number of codes a day of its own, so that nobody uses up what the owner may ask for.
ALTER TABLE verifications
    ADD COLUMN counter text CHECK (length(counter) <= 120),
    ADD CONSTRAINT only_sent_codes_are_counted CHECK (counter IS NULL OR code_hash IS NOT NULL);
UPDATE verifications SET counter = 'stranger'
 WHERE code_hash IS NOT NULL AND purpose IN ('find-id', 'reset-password');

-- The cookie of the browser that asked, by which the job recognises the owner's; erased with what was typed.
ALTER TABLE recovery_requests
    ADD COLUMN device text CHECK (length(device) <= 400),
    DROP CONSTRAINT forgotten_when_looked_up,
    ADD CONSTRAINT forgotten_when_looked_up
        CHECK (looked_up_at IS NULL OR (name IS NULL AND login_id IS NULL AND device IS NULL));

-- Since when the member has had this mail address; null: since joining. Whoever moves an account to somebody else's
-- address comes after its owner.
ALTER TABLE members ADD COLUMN email_changed_at timestamptz;
