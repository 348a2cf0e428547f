-- Services, their periods, rights and devices.

CREATE TABLE services (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id       bigint NOT NULL REFERENCES members,
    order_id        text NOT NULL REFERENCES orders,
    plan_id         bigint NOT NULL REFERENCES plans,
    state           text NOT NULL DEFAULT 'active'
        CHECK (state IN ('active', 'suspended', 'expired', 'ended')),
    starts_at       timestamptz NOT NULL,
    ends_at         timestamptz NOT NULL CHECK (ends_at > starts_at),
    closed_at       timestamptz,
    subscription_id bigint REFERENCES subscriptions,
    -- Since when staff have stopped a service; no payment and no new card lets it run again (ieum/shop/services/stops.py).
    stopped_at      timestamptz,
    -- How many days before its end the member of a service was told of it last: 7, 1, or 0 for the end itself. Forgotten
    -- when the end moves.
    end_told        smallint,
    CONSTRAINT closed_has_a_time CHECK ((state IN ('active', 'suspended')) = (closed_at IS NULL)),
    CONSTRAINT what_is_stopped_does_not_run CHECK (stopped_at IS NULL OR state <> 'active'),
    CONSTRAINT end_is_told_thrice CHECK (end_told IN (0, 1, 7))
);
CREATE INDEX services_member ON services (member_id, id DESC);
CREATE INDEX services_order ON services (order_id);
CREATE INDEX services_due ON services (ends_at) WHERE state = 'active';
CREATE INDEX services_subscription ON services (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX services_in_use_of ON services (member_id) WHERE state IN ('active', 'suspended');
CREATE INDEX services_stopped_due ON services (ends_at) WHERE state = 'suspended' AND stopped_at IS NOT NULL;
CREATE INDEX services_by_state ON services (state, id DESC);
CREATE INDEX services_by_plan ON services (plan_id, id DESC);
CREATE INDEX services_by_end ON services (ends_at, id);
-- Those in use of a plan, met with those of a gateway in the order of both.
CREATE INDEX services_in_use_of_plan ON services (plan_id, id DESC) WHERE state IN ('active', 'suspended');

-- The end of a service, moved by whoever: an operator in SQL, too. Gateways are locked in the order of their ids, and
-- exits changed in the order of gateways and services, as everywhere, so that two transactions do not deadlock.
CREATE FUNCTION move_ends_of_exits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Most changes of services move no end; one that did not must not lock a gateway.
    PERFORM 1
       FROM gateways
      WHERE id IN (SELECT x.gateway_id FROM moved m JOIN exits x ON x.service_id = m.id
                    WHERE x.removed_at IS NULL AND x.until <> m.ends_at)
      ORDER BY id
        FOR NO KEY UPDATE;
    IF FOUND THEN
        WITH late AS MATERIALIZED (
            SELECT x.id, m.ends_at
              FROM moved m
              JOIN exits x ON x.service_id = m.id AND x.removed_at IS NULL
             WHERE x.until <> m.ends_at
             ORDER BY x.gateway_id, x.service_id
               FOR UPDATE OF x
        )
        UPDATE exits x SET until = late.ends_at FROM late WHERE x.id = late.id;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER moved_ends_reach_gateways AFTER UPDATE ON services
    REFERENCING NEW TABLE AS moved
    FOR EACH STATEMENT EXECUTE FUNCTION move_ends_of_exits();

-- With the service its links are over, whoever ends it, and the names that they have.
CREATE FUNCTION forget_device_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM device_links WHERE service_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER what_is_over_sets_up_nothing AFTER UPDATE OF state ON services
    FOR EACH ROW WHEN (NEW.state IN ('expired', 'ended') AND OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION forget_device_links();

CREATE FUNCTION forget_told_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.end_told := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER services_forget_told_end BEFORE UPDATE OF ends_at ON services
    FOR EACH ROW WHEN (NEW.ends_at <> OLD.ends_at) EXECUTE FUNCTION forget_told_end();

ALTER TABLE exits ADD FOREIGN KEY (service_id) REFERENCES services;

ALTER TABLE leases ADD FOREIGN KEY (service_id) REFERENCES services;

ALTER TABLE refund_rests ADD FOREIGN KEY (service_id) REFERENCES services;

ALTER TABLE orders ADD FOREIGN KEY (service_id) REFERENCES services;

ALTER TABLE ticket_entries ADD FOREIGN KEY (service_id) REFERENCES services;

CREATE TABLE devices (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id     bigint NOT NULL REFERENCES services,
    name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    public_key     text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'),
    tunnel_address inet NOT NULL,
    created_at     timestamptz NOT NULL DEFAULT now(),
    removed_at     timestamptz,
    -- Tunnel addresses are a gateway's own, and used again a day after their device was removed.
    gateway_id     bigint NOT NULL REFERENCES gateways,
    -- A device belongs to who made it: a sub-id, or null, the member. `off_at`: kept, but not served, as while its sub-id is
    -- suspended.
    made_by        bigint REFERENCES members,
    off_at         timestamptz,
    -- Who removed it by a press, a sub-id or the member. Null while it is there, and for what went with a right, a service, a
    -- sub-id or a former key.
    removed_by     bigint REFERENCES members,
    CONSTRAINT devices_removed_by_somebody CHECK (removed_by IS NULL OR removed_at IS NOT NULL)
);
CREATE UNIQUE INDEX devices_public_key ON devices (public_key) WHERE removed_at IS NULL;
-- How many keys a service has had within a day, those of removed devices counted.
CREATE INDEX devices_by_day ON devices (service_id, created_at);
-- What a gateway reports last of a removed device still counts, so devices and peers are looked up whether or not they
-- are removed: by their key, and by their service.
CREATE INDEX devices_key ON devices (public_key);
CREATE INDEX devices_service ON devices (service_id);
CREATE UNIQUE INDEX devices_tunnel_address ON devices (gateway_id, tunnel_address) WHERE removed_at IS NULL;
CREATE INDEX devices_made_by ON devices (made_by) WHERE made_by IS NOT NULL;

-- What was paid for, part by part; `services.ends_at` is until when it is served, a subscription's grace included.
CREATE TABLE service_periods (
    service_id  bigint NOT NULL REFERENCES services,
    order_id    text NOT NULL REFERENCES orders,
    starts_at   timestamptz NOT NULL,
    ends_at     timestamptz NOT NULL CHECK (ends_at > starts_at),
    refunded_at timestamptz,
    PRIMARY KEY (service_id, order_id)
);
CREATE INDEX service_periods_order ON service_periods (order_id);

-- What a sub-id may do with a service of its owner: see it, and what the columns say.
CREATE TABLE service_grants (
    sub_id       bigint NOT NULL REFERENCES members,
    service_id   bigint NOT NULL REFERENCES services,
    -- How many devices of its own.
    device_limit integer NOT NULL CHECK (device_limit BETWEEN 0 AND 1000),
    -- Changes of the address: with tickets of its owner in all, or of a dynamic service a day. Zero: none.
    change_limit integer NOT NULL CHECK (change_limit BETWEEN 0 AND 100000),
    sees_record  boolean NOT NULL,
    granted_at   timestamptz NOT NULL DEFAULT now(),
    -- The changes of a dynamic service within a day in Seoul.
    day          date,
    changes      integer NOT NULL DEFAULT 0 CHECK (changes >= 0),
    PRIMARY KEY (sub_id, service_id)
);
CREATE INDEX service_grants_service ON service_grants (service_id);

CREATE FUNCTION check_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM members m JOIN services s ON s.member_id = m.owner_id
                    WHERE m.id = NEW.sub_id AND m.removed_at IS NULL AND m.left_at IS NULL AND s.id = NEW.service_id) THEN
        RAISE EXCEPTION 'a sub-id is granted services of its owner'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'grants_are_of_the_owner';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER grants_are_of_the_owner BEFORE INSERT OR UPDATE OF sub_id, service_id ON service_grants
    FOR EACH ROW EXECUTE FUNCTION check_grant();

-- Whether a sub-id may do what a grant says now: it is neither suspended nor over.
CREATE FUNCTION may_use(granted service_grants) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM members m
                    WHERE m.id = granted.sub_id AND m.suspended_at IS NULL AND m.removed_at IS NULL AND m.left_at IS NULL
                      AND (m.access_ends_at IS NULL OR m.access_ends_at > now()))
$$;

-- Links by which a person without an account sets up one device of a service (docs/decisions/0091). Their tokens are stored
-- hashed.
CREATE TABLE device_links (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id   bigint NOT NULL REFERENCES services,
    token_hash   bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- What the device will be called.
    name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL DEFAULT now() + interval '1 hour',
    -- When somebody first opened it, and when it was last pressed while the service had no place for a device.
    opened_at    timestamptz,
    full_at      timestamptz,
    withdrawn_at timestamptz,
    used_at      timestamptz,
    device_id    bigint UNIQUE REFERENCES devices ON DELETE CASCADE,
    -- Sub-ids make links by which somebody sets up a device, too (docs/decisions/0091). Who made it: a sub-id, or null, the
    -- member.
    made_by      bigint REFERENCES members,
    CONSTRAINT a_used_link_has_its_device CHECK ((used_at IS NULL) = (device_id IS NULL)),
    CONSTRAINT a_link_is_used_or_withdrawn CHECK (used_at IS NULL OR withdrawn_at IS NULL)
);
-- For the list of a service, and for the limit of a day.
CREATE INDEX device_links_service ON device_links (service_id, created_at);
-- For the job that deletes them.
CREATE INDEX device_links_expired ON device_links (expires_at);
-- For the withdrawal of a right.
CREATE INDEX device_links_made_by ON device_links (made_by) WHERE made_by IS NOT NULL;

-- Days that staff gave a service beyond what was paid for, once by each key: a bulk action that runs again gives none.
CREATE TABLE service_extensions (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id  bigint NOT NULL REFERENCES services,
    key         text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
    days        integer NOT NULL CHECK (days BETWEEN 1 AND 366),
    ends_before timestamptz NOT NULL,
    at          timestamptz NOT NULL DEFAULT now(),
    undone_at   timestamptz,
    UNIQUE (service_id, key)
);

-- Services that are over whose devices still reach the shop, so that their members can extend them from there (0145).
CREATE TABLE waiting_services (
    service_id bigint PRIMARY KEY REFERENCES services,
    until      timestamptz NOT NULL
);
CREATE INDEX waiting_services_by_end ON waiting_services (until);

-- Whether a service that is over can be extended: it waits, and the address that it had last is nobody else's yet.
CREATE FUNCTION may_come_back(s services) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN s.state = 'expired'
       AND EXISTS (SELECT FROM waiting_services WHERE service_id = s.id AND until > now())
       AND EXISTS (SELECT FROM exit_addresses e
                    WHERE e.id = (SELECT address_id FROM leases WHERE service_id = s.id AND active_at IS NOT NULL
                                   ORDER BY id DESC LIMIT 1)
                      AND comes_back_to(e, s.id));
END
$$;
