-- Addresses are proven before they are sold, and watched afterwards (docs/decisions/0076).

ALTER TABLE exit_addresses
    -- Since when a gateway is known to reach the shop by it, and how that is known; null while it is new.
    ADD COLUMN proven_at timestamptz,
    ADD COLUMN proven_by text CHECK (proven_by IN ('migration', 'call', 'sandbox')),
    -- Since when its reputation is known; null until it was looked up first.
    ADD COLUMN cleared_at timestamptz,
    -- What is wrong with it now. It is not sold while there is anything.
    ADD COLUMN flags text[] NOT NULL DEFAULT '{}' CHECK (flags <@ ARRAY['unproven', 'listed', 'other_carrier']),
    ADD COLUMN flagged_at timestamptz,
    -- Taken out of sale by an operator.
    ADD COLUMN withdrawn_at timestamptz,
    ADD CONSTRAINT a_proof_has_its_kind CHECK ((proven_at IS NULL) = (proven_by IS NULL)),
    ADD CONSTRAINT a_flag_has_its_time CHECK ((flags = '{}') = (flagged_at IS NULL)),
    ADD CONSTRAINT addresses_of_gateways UNIQUE (id, gateway_id);

-- What exists has served customers. One that is free of leases and not available was taken out of sale by hand.
UPDATE exit_addresses SET proven_at = now(), proven_by = 'migration', cleared_at = now();
UPDATE exit_addresses e
   SET withdrawn_at = now(), available_at = now()
 WHERE available_at IS NULL AND NOT EXISTS (SELECT FROM leases l WHERE l.address_id = e.id AND l.state <> 'ended');

-- From when it may be sold, as far as leases and rests go; null while it is leased. That alone sells nothing:
-- whoever looks for an address to sell asks for `sellable_at`, which no code can set.
ALTER TABLE exit_addresses
    ADD COLUMN sellable_at timestamptz GENERATED ALWAYS AS (
        CASE WHEN proven_at IS NOT NULL AND cleared_at IS NOT NULL AND flagged_at IS NULL AND withdrawn_at IS NULL
             THEN available_at END) STORED;
DROP INDEX exit_addresses_available;
-- The allocator takes the address that has rested longest.
CREATE INDEX exit_addresses_sellable ON exit_addresses (pool_id, sellable_at, id) WHERE sellable_at IS NOT NULL;
CREATE INDEX exit_addresses_flagged ON exit_addresses (id) WHERE flagged_at IS NOT NULL;

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
INSERT INTO address_checks (address_id, gateway_id, ask_at, look_up_at)
SELECT id, gateway_id,
       CASE WHEN withdrawn_at IS NULL THEN now() + random() * interval '1 day' ELSE 'infinity' END,
       CASE WHEN withdrawn_at IS NULL THEN now() + random() * interval '1 day' ELSE 'infinity' END
  FROM exit_addresses;
INSERT INTO address_evidence (address_id, kind, is_good, detail)
SELECT id, 'migration', true, 'sold before addresses were proven' FROM exit_addresses;

-- Each address with the one word for it. What an operator or a check says comes before what a lease says.
CREATE VIEW address_states AS
SELECT e.id, e.address, e.gateway_id, e.pool_id, e.flags, e.proven_at, e.proven_by, e.withdrawn_at, l.service_id,
       CASE WHEN e.withdrawn_at IS NOT NULL THEN 'withdrawn'
            WHEN e.flagged_at IS NOT NULL THEN 'flagged'
            WHEN l.state = 'held' THEN 'held'
            WHEN l.id IS NOT NULL THEN 'leased'
            WHEN e.available_at > now() THEN 'resting'
            WHEN e.proven_at IS NULL THEN 'new'
            WHEN e.cleared_at IS NULL THEN 'proven'
            ELSE 'free' END AS state,
       CASE WHEN e.withdrawn_at IS NOT NULL THEN e.withdrawn_at
            WHEN e.flagged_at IS NOT NULL THEN e.flagged_at
            WHEN l.state = 'held' THEN l.held_at
            WHEN l.id IS NOT NULL THEN l.active_at
            WHEN e.available_at > now() THEN (SELECT max(ended_at) FROM leases o WHERE o.address_id = e.id)
            WHEN e.proven_at IS NULL THEN e.added_at
            WHEN e.cleared_at IS NULL THEN e.proven_at
            ELSE greatest(e.available_at, e.cleared_at) END AS since
  FROM exit_addresses e
  LEFT JOIN leases l ON l.address_id = e.id AND l.state <> 'ended';

CREATE OR REPLACE FUNCTION free_to_sell(plan_kind text, pool bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN plan_kind = 'dynamic'
                THEN (SELECT coalesce(sum(greatest(0, g.free - kept_for_rotation(g.all))), 0)
                        FROM (SELECT count(*) FILTER (WHERE withdrawn_at IS NULL) AS all,
                                     count(*) FILTER (WHERE sellable_at <= now()) AS free
                                FROM exit_addresses WHERE pool_id = pool GROUP BY gateway_id) g)
                ELSE (SELECT count(*) FROM exit_addresses WHERE pool_id = pool AND sellable_at <= now()) END
$$;

CREATE OR REPLACE FUNCTION refuse_dynamic_without_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM plans p JOIN exit_addresses e ON e.pool_id = p.pool_id AND e.withdrawn_at IS NULL
                    WHERE p.kind = 'dynamic' AND p.state <> 'hidden'
                    GROUP BY p.id, e.gateway_id HAVING count(*) > kept_for_rotation(count(*))) THEN
        RAISE EXCEPTION 'dynamic IP cannot be switched on: no dynamic plan has a gateway with two addresses or more, one to use and one to change to'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'dynamic_has_addresses';
    END IF;
    RETURN NEW;
END
$$;

-- A member who holds a flagged address may change it for nothing.
ALTER TABLE leases
    DROP CONSTRAINT leases_cause_check,
    ADD CONSTRAINT leases_cause_check
        CHECK (cause IN ('order', 'ticket', 'undo', 'taken_back', 'offer', 'button', 'timer', 'reconnect', 'link'));

-- Whom the shop has told of a flagged address, once a lease.
CREATE TABLE address_offers (
    lease_id   bigint PRIMARY KEY REFERENCES leases,
    offered_at timestamptz NOT NULL DEFAULT now(),
    taken_at   timestamptz
);
