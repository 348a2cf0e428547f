-- Gateways are serving, draining, in maintenance, or lost (docs/decisions/0078).

ALTER TABLE gateways
    -- What the operator wants of it, and since when.
    ADD COLUMN wanted text NOT NULL DEFAULT 'serving' CHECK (wanted IN ('serving', 'draining', 'maintenance')),
    ADD COLUMN wanted_at timestamptz NOT NULL DEFAULT now(),
    -- Since when it is known to be silent, where that is not expected.
    ADD COLUMN lost_at timestamptz,
    -- A revision that the gateway had not acknowledged when it was looked at, and since when it has not.
    ADD COLUMN awaited_revision bigint,
    ADD COLUMN awaited_since timestamptz,
    ADD CONSTRAINT expected_silence_is_no_loss CHECK (wanted <> 'maintenance' OR lost_at IS NULL),
    ADD CONSTRAINT what_is_awaited_has_a_time CHECK ((awaited_revision IS NULL) = (awaited_since IS NULL));
ALTER TABLE gateways
    ADD COLUMN state text NOT NULL GENERATED ALWAYS AS (
        CASE WHEN wanted <> 'maintenance' AND lost_at IS NOT NULL THEN 'lost' ELSE wanted END) STORED;

-- Since when the shop has looked at its gateways without a gap: before that it could not have heard of them.
CREATE TABLE gateway_watch (
    is_only   boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    since     timestamptz NOT NULL,
    looked_at timestamptz NOT NULL CHECK (looked_at >= since)
);

-- Whether the address's gateway takes new services: it is serving, and nothing else. Kept beside the address, so that
-- whoever holds an address at the moment in which its gateway is drained either was first or finds it taken.
ALTER TABLE exit_addresses ADD COLUMN takes_new boolean NOT NULL DEFAULT true;

-- `usable_at`: from when whoever is on its gateway already may get it. `sellable_at`: from when anybody may.
DROP INDEX exit_addresses_sellable;
ALTER TABLE exit_addresses DROP COLUMN sellable_at;
ALTER TABLE exit_addresses
    ADD COLUMN usable_at timestamptz GENERATED ALWAYS AS (
        CASE WHEN proven_at IS NOT NULL AND cleared_at IS NOT NULL AND flagged_at IS NULL AND withdrawn_at IS NULL
             THEN available_at END) STORED,
    ADD COLUMN sellable_at timestamptz GENERATED ALWAYS AS (
        CASE WHEN takes_new AND proven_at IS NOT NULL AND cleared_at IS NOT NULL AND flagged_at IS NULL
                  AND withdrawn_at IS NULL
             THEN available_at END) STORED;
CREATE INDEX exit_addresses_sellable ON exit_addresses (pool_id, sellable_at, id) WHERE sellable_at IS NOT NULL;
CREATE INDEX exit_addresses_usable ON exit_addresses (gateway_id, pool_id, usable_at, id) WHERE usable_at IS NOT NULL;

CREATE FUNCTION note_what_a_gateway_takes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- In the order in which batches take addresses.
    PERFORM 1 FROM exit_addresses WHERE gateway_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
    UPDATE exit_addresses SET takes_new = NEW.state = 'serving' WHERE gateway_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER a_state_reaches_the_addresses AFTER UPDATE OF wanted, lost_at ON gateways
    FOR EACH ROW WHEN ((OLD.state = 'serving') <> (NEW.state = 'serving'))
    EXECUTE FUNCTION note_what_a_gateway_takes();

CREATE FUNCTION take_what_the_gateway_takes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Shared, so that its state does not change before this address is there for the trigger above.
    SELECT state = 'serving' INTO NEW.takes_new FROM gateways WHERE id = NEW.gateway_id FOR SHARE;
    -- An unknown gateway is refused by the reference.
    NEW.takes_new := coalesce(NEW.takes_new, false);
    RETURN NEW;
END
$$;
CREATE TRIGGER new_addresses_know_their_gateway BEFORE INSERT OR UPDATE OF gateway_id ON exit_addresses
    FOR EACH ROW EXECUTE FUNCTION take_what_the_gateway_takes();

CREATE OR REPLACE FUNCTION refuse_dynamic_without_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM plans p JOIN exit_addresses e ON e.pool_id = p.pool_id AND e.withdrawn_at IS NULL
                    WHERE p.kind = 'dynamic' AND p.state <> 'hidden'
                    GROUP BY p.id, e.gateway_id HAVING bool_and(e.takes_new) AND count(*) > kept_for_rotation(count(*)))
    THEN
        RAISE EXCEPTION 'dynamic IP cannot be switched on: no dynamic plan has a serving gateway with two addresses or more, one to use and one to change to'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'dynamic_has_addresses';
    END IF;
    RETURN NEW;
END
$$;
