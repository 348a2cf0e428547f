-- What gateways and members can get by asking again and again (docs/decisions/0076, 0077).

-- Every credential that a gateway ever had: whoever enrols brings a new one, because an old one may be stolen.
CREATE TABLE gateway_credentials (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    gateway_id bigint NOT NULL REFERENCES gateways,
    since      timestamptz NOT NULL DEFAULT now()
);
INSERT INTO gateway_credentials (token_hash, gateway_id)
SELECT token_hash, id FROM gateways
 UNION SELECT token_hash, gateway_id FROM gateway_codes WHERE token_hash IS NOT NULL
    ON CONFLICT DO NOTHING;

CREATE FUNCTION note_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO gateway_credentials (token_hash, gateway_id) VALUES (NEW.token_hash, NEW.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER credentials_are_noted AFTER INSERT OR UPDATE OF token_hash ON gateways
    FOR EACH ROW EXECUTE FUNCTION note_credential();

-- Copies of a gateway's key. Whoever reads a code can send one that opens nothing, so the former ones stay.
CREATE TABLE gateway_key_backups (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gateway_id bigint NOT NULL REFERENCES gateways,
    sealed     bytea NOT NULL CHECK (length(sealed) BETWEEN 48 AND 1024),
    kept_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX gateway_key_backups_of_gateway ON gateway_key_backups (gateway_id, id);
INSERT INTO gateway_key_backups (gateway_id, sealed, kept_at)
SELECT id, key_backup, key_backed_up_at FROM gateways WHERE key_backup IS NOT NULL ORDER BY id;
ALTER TABLE gateways DROP COLUMN key_backup, DROP COLUMN key_backed_up_at;

-- What a flagged address was left for without a ticket: of addresses that are listed, a service gets two in 30 days.
ALTER TABLE address_offers
    ADD COLUMN flags text[] NOT NULL DEFAULT '{}' CHECK (flags <@ ARRAY['unproven', 'listed', 'other_carrier']);

-- The endpoints that `last_error` is about, where the gateway knows that it has applied everything else; else null.
ALTER TABLE gateways ADD COLUMN faulty_endpoints bigint[];

-- Whether a gateway that reports this has applied what it was told of a service. A problem of other services' endpoints
-- alone is none of this one's.
CREATE FUNCTION has_applied(service bigint, revision bigint, acked bigint, problem text, faulty bigint[])
RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT acked >= revision
           AND (problem IS NULL
                OR NOT EXISTS (SELECT FROM exits x JOIN endpoints p ON p.exit_id = x.id
                                WHERE x.service_id = service AND (p.id = ANY(faulty)) IS NOT FALSE))
$$;
