-- Certificates that a fixed address was a member's (docs/decisions/0089), signed by the shop's key.

CREATE TABLE certificates (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- 128 random bits, as they are printed: whoever has it may see what is certified.
    number       text NOT NULL UNIQUE CHECK (number ~ '^([0-9A-F]{4}-){7}[0-9A-F]{4}$'),
    member_id    bigint REFERENCES members,
    service_id   bigint REFERENCES services,
    -- The first lease of the time that is certified. Leases are deleted five years after they ended: what is signed stays.
    lease_id     bigint REFERENCES leases ON DELETE SET NULL,
    -- The name as it is printed, in full or masked.
    holder       text CHECK (length(holder) BETWEEN 1 AND 100),
    is_masked    boolean NOT NULL,
    -- The day in Seoul of the first version, on which a second press makes no other certificate.
    issued_on    date NOT NULL DEFAULT (now() AT TIME ZONE 'Asia/Seoul')::date,
    created_at   timestamptz NOT NULL DEFAULT now(),
    -- What the newest version says, by which it is known that there has to be another one.
    state        text NOT NULL CHECK (state IN ('in_use', 'suspended', 'ended', 'revoked')),
    until_at     timestamptz,
    paid_until   timestamptz,
    version      integer NOT NULL DEFAULT 1 CHECK (version > 0),
    -- Since when its holder is no member any more. What it said, and of whom, was destroyed then.
    forgotten_at timestamptz,
    CONSTRAINT what_is_over_has_an_end CHECK ((state IN ('ended', 'revoked')) = (until_at IS NOT NULL)),
    CONSTRAINT nothing_is_kept_of_who_has_left
        CHECK (CASE WHEN forgotten_at IS NULL THEN num_nulls(member_id, service_id, holder) = 0
                    ELSE num_nonnulls(member_id, service_id, lease_id, holder) = 0 END)
);
CREATE UNIQUE INDEX certificates_once_a_day ON certificates (lease_id, issued_on, holder);
CREATE INDEX certificates_of_member ON certificates (member_id, id);
CREATE INDEX certificates_of_service ON certificates (service_id);
CREATE INDEX certificates_forgotten ON certificates (forgotten_at) WHERE forgotten_at IS NOT NULL;

-- What was signed, byte for byte. Another version follows when the time that is certified ends, or goes on for longer.
CREATE TABLE certificate_versions (
    certificate_id bigint NOT NULL REFERENCES certificates,
    version        integer NOT NULL CHECK (version > 0),
    document       bytea NOT NULL CHECK (length(document) BETWEEN 2 AND 8192),
    key_id         text NOT NULL REFERENCES signing_keys (key_id),
    signature      bytea NOT NULL CHECK (length(signature) = 64),
    issued_at      timestamptz NOT NULL,
    PRIMARY KEY (certificate_id, version)
);
CREATE TRIGGER certificate_versions_are_not_rewritten BEFORE UPDATE ON certificate_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- Versions go with their holder alone.
CREATE FUNCTION refuse_lost_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM certificates WHERE id = OLD.certificate_id AND forgotten_at IS NULL) THEN
        RAISE EXCEPTION 'a certificate keeps its versions' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END
$$;
CREATE TRIGGER certificate_versions_stay BEFORE DELETE ON certificate_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_lost_version();
