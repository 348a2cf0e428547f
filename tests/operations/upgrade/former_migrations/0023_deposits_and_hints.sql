ALTER TABLE payments
    -- A virtual account is looked up at the provider now and then, not with every round of the reconciling job.
    ADD COLUMN looked_at timestamptz;

ALTER TABLE billing_methods
    -- By which the provider's word that it has deleted a key finds the card; the key cannot be had from it.
    ADD COLUMN key_hash bytea UNIQUE CHECK (length(key_hash) = 32);
