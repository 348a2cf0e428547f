-- Proofs of addresses (docs/decisions/0076): when each is looked at next, and what was found.

-- When each address is looked at next. Apart from the addresses, so that no check locks a row that somebody buys.
CREATE TABLE address_checks (
    address_id   bigint PRIMARY KEY,
    gateway_id   bigint NOT NULL,
    -- When its gateway is asked to prove it next.
    ask_at       timestamptz NOT NULL,
    -- The question that is open: it can be answered once, until then.
    nonce        bytea UNIQUE CHECK (length(nonce) = 16),
    nonce_until  timestamptz,
    -- The last answer, good or bad, and how many bad ones there were in a row.
    tried_at     timestamptz,
    failures     integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    -- When its reputation is looked up next, when it was last, and what was found then.
    look_up_at   timestamptz NOT NULL,
    looked_up_at timestamptz,
    findings     text[] NOT NULL DEFAULT '{}' CHECK (findings <@ ARRAY['listed', 'other_carrier']),
    CONSTRAINT a_question_has_an_end CHECK ((nonce IS NULL) = (nonce_until IS NULL)),
    FOREIGN KEY (address_id, gateway_id) REFERENCES exit_addresses (id, gateway_id)
        ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX address_checks_due ON address_checks (gateway_id, ask_at);
CREATE INDEX address_checks_tried ON address_checks (gateway_id, tried_at);
CREATE INDEX address_checks_look_up ON address_checks (look_up_at);

-- What is known of an address, and since when: what it was sold by, flagged for, or withdrawn for. It refers to the
-- check, because a reference to the address would lock it against whoever buys it.
CREATE TABLE address_evidence (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address_id bigint NOT NULL REFERENCES address_checks ON DELETE CASCADE,
    at         timestamptz NOT NULL DEFAULT now(),
    kind       text NOT NULL CHECK (kind IN ('migration', 'call', 'sandbox', 'reputation', 'operator')),
    is_good    boolean NOT NULL,
    -- The address that a call came from.
    seen       inet,
    detail     text NOT NULL DEFAULT '' CHECK (length(detail) <= 300)
);
CREATE INDEX address_evidence_of_address ON address_evidence (address_id, id);
CREATE INDEX address_evidence_at ON address_evidence (at);

-- Every address is checked, whoever adds it: a new one at once, one that is proven already within the day.
CREATE FUNCTION check_new_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO address_checks (address_id, gateway_id, ask_at, look_up_at)
    VALUES (NEW.id, NEW.gateway_id,
            CASE WHEN NEW.proven_at IS NULL THEN now() ELSE now() + (1 + random()) * interval '12 hours' END,
            CASE WHEN NEW.cleared_at IS NULL THEN now() ELSE now() + (1 + random()) * interval '12 hours' END);
    RETURN NULL;
END
$$;
CREATE TRIGGER new_addresses_are_checked AFTER INSERT ON exit_addresses
    FOR EACH ROW EXECUTE FUNCTION check_new_address();
