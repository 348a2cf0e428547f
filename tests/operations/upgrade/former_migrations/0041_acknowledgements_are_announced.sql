-- Whoever adds a device waits until its gateway serves it, and the acknowledgement may reach another process.
CREATE FUNCTION announce_acknowledgement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('gateway_acknowledged', NEW.id || ' ' || NEW.acked_revision);
    RETURN NULL;
END
$$;
CREATE TRIGGER acknowledgements_are_announced AFTER UPDATE OF acked_revision ON gateways
    FOR EACH ROW WHEN (NEW.acked_revision IS DISTINCT FROM OLD.acked_revision)
    EXECUTE FUNCTION announce_acknowledgement();

-- A device's peer is found by its key; the primary key begins with the gateway.
CREATE INDEX gateway_peers_key ON gateway_peers (public_key) WHERE removed_at IS NULL;
