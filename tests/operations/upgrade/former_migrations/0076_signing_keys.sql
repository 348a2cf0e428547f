-- The shop's own signature (docs/decisions/0088): Ed25519 keys, of which one is current. Public halves are kept for good, so
-- that whatever was signed once can be checked; a private half goes when its key retires.
CREATE TABLE signing_keys (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    public_key     bytea NOT NULL UNIQUE CHECK (length(public_key) = 32),
    -- The beginning of the SHA-256 of the public key, in hexadecimal digits.
    key_id         text NOT NULL UNIQUE CHECK (key_id = left(encode(sha256(public_key), 'hex'), 16)),
    sealed_private bytea,
    created_at     timestamptz NOT NULL DEFAULT now(),
    retired_at     timestamptz CHECK (retired_at >= created_at),
    CONSTRAINT only_the_current_key_signs CHECK ((sealed_private IS NULL) = (retired_at IS NOT NULL))
);
CREATE UNIQUE INDEX signing_keys_one_current ON signing_keys ((true)) WHERE retired_at IS NULL;

CREATE FUNCTION refuse_another_signing_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'signing keys stay as they are' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER signing_keys_stay BEFORE DELETE ON signing_keys
    FOR EACH ROW EXECUTE FUNCTION refuse_another_signing_key();
CREATE TRIGGER signing_keys_are_not_emptied BEFORE TRUNCATE ON signing_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_another_signing_key();
CREATE TRIGGER signing_keys_do_not_change BEFORE UPDATE ON signing_keys
    FOR EACH ROW
    WHEN (ROW(OLD.id, OLD.public_key, OLD.key_id, OLD.created_at) IS DISTINCT FROM ROW(NEW.id, NEW.public_key, NEW.key_id, NEW.created_at)
          OR (OLD.retired_at IS NOT NULL AND NEW.retired_at IS DISTINCT FROM OLD.retired_at))
    EXECUTE FUNCTION refuse_another_signing_key();
