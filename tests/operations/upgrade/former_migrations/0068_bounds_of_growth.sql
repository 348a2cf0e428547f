-- What grows is bounded, and what is over goes (docs/decisions/0071, 0073).

-- From when on the months of a table of use are kept.
CREATE FUNCTION usage_kept_since(parent text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT (date_trunc('month', now() AT TIME ZONE 'Asia/Seoul')
            - make_interval(months => CASE parent WHEN 'usage_hours' THEN usage_months ELSE session_months END))
           AT TIME ZONE 'Asia/Seoul'
      FROM site_config
$$;

-- Months are dropped one by one, each in a transaction of its own, and counted before: whoever drops one holds the lock
-- for which every report waits.
DROP FUNCTION drop_usage_months(text, integer);
CREATE FUNCTION count_usage_month(name text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    rows bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM %I', name) INTO rows;
    RETURN rows;
END
$$;
CREATE FUNCTION drop_usage_month(parent text, name text) RETURNS void LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
BEGIN
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, name);
    EXECUTE format('DROP TABLE %I', name);
END
$$;

-- What a member has set for a service's address ends with the service: its timer, which no job reads any more, and its
-- links, with the names and networks that the member gave them.
CREATE FUNCTION forget_rotation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM rotations WHERE service_id = NEW.id;
    DELETE FROM rotation_links WHERE service_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER what_is_over_changes_nothing AFTER UPDATE OF state ON services
    FOR EACH ROW WHEN (NEW.state IN ('expired', 'ended') AND OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION forget_rotation();
DELETE FROM rotations r USING services s WHERE s.id = r.service_id AND s.state IN ('expired', 'ended');
DELETE FROM rotation_links l USING services s WHERE s.id = l.service_id AND s.state IN ('expired', 'ended');
-- Revoked links go after a day, in which they count among the new ones of a day.
DROP INDEX rotation_links_service;
CREATE INDEX rotation_links_service ON rotation_links (service_id, created_at);
CREATE INDEX rotation_links_revoked ON rotation_links (revoked_at) WHERE revoked_at IS NOT NULL;
-- For the job that looks for silent services.
CREATE INDEX rotations_on_reconnect ON rotations (service_id) WHERE on_reconnect;

-- A service that changes its address all day has 100,000 leases a year: its newest ones are read without the others.
DROP INDEX leases_service;
CREATE INDEX leases_service ON leases (service_id, id);
-- Those that ended five years ago are deleted. What refers to them stays without them, or goes, too.
CREATE INDEX leases_ended ON leases (ended_at) WHERE state = 'ended';
ALTER TABLE ip_changes
    ALTER COLUMN old_lease_id DROP NOT NULL,
    ALTER COLUMN new_lease_id DROP NOT NULL,
    DROP CONSTRAINT ip_changes_old_lease_id_fkey,
    DROP CONSTRAINT ip_changes_new_lease_id_fkey,
    ADD CONSTRAINT ip_changes_old_lease_id_fkey FOREIGN KEY (old_lease_id) REFERENCES leases ON DELETE SET NULL,
    ADD CONSTRAINT ip_changes_new_lease_id_fkey FOREIGN KEY (new_lease_id) REFERENCES leases ON DELETE SET NULL,
    ADD CONSTRAINT what_waits_has_its_leases
        CHECK (state <> 'waiting' OR (old_lease_id IS NOT NULL AND new_lease_id IS NOT NULL));
CREATE INDEX ip_changes_old_lease ON ip_changes (old_lease_id);
ALTER TABLE address_offers
    DROP CONSTRAINT address_offers_lease_id_fkey,
    ADD CONSTRAINT address_offers_lease_id_fkey FOREIGN KEY (lease_id) REFERENCES leases ON DELETE CASCADE;

-- For the job that ends silent sessions.
CREATE INDEX device_usage_silent ON device_usage (last_handshake_at) WHERE session_began_at IS NOT NULL;
