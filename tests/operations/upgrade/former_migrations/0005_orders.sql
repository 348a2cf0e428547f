CREATE TABLE plans (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code         text NOT NULL UNIQUE,
    kind         text NOT NULL CHECK (kind IN ('static', 'dynamic', 'ticket')),
    pool_id      bigint REFERENCES address_pools,
    name         text NOT NULL,
    description  text NOT NULL DEFAULT '',
    device_limit integer NOT NULL DEFAULT 1 CHECK (device_limit BETWEEN 0 AND 100),
    on_sale      boolean NOT NULL DEFAULT true,
    position     integer NOT NULL DEFAULT 0,
    CONSTRAINT addresses_come_from_a_pool CHECK (kind = 'ticket' OR pool_id IS NOT NULL)
);

-- Append-only, so that the price shown on any past day can be proven. The newest that is in force counts.
CREATE TABLE plan_prices (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    plan_id        bigint NOT NULL REFERENCES plans,
    months         integer NOT NULL CHECK (months BETWEEN 1 AND 36),
    -- Won, VAT included.
    amount         integer NOT NULL CHECK (amount BETWEEN 100 AND 100000000),
    effective_from timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX plan_prices_in_force ON plan_prices (plan_id, months, effective_from DESC);
CREATE TRIGGER plan_prices_are_append_only BEFORE UPDATE OR DELETE ON plan_prices
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

CREATE TABLE orders (
    id              text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{6,64}$'),
    member_id       bigint NOT NULL REFERENCES members,
    plan_id         bigint NOT NULL REFERENCES plans,
    months          integer NOT NULL CHECK (months > 0),
    quantity        integer NOT NULL CHECK (quantity BETWEEN 1 AND 100),
    payment_type    text NOT NULL CHECK (payment_type IN ('normal', 'billing')),
    list_amount     integer NOT NULL CHECK (list_amount >= 0),
    discount_amount integer NOT NULL CHECK (discount_amount >= 0),
    points_used     integer NOT NULL CHECK (points_used >= 0),
    amount          integer NOT NULL CHECK (amount >= 0),
    -- Fixed with the order, so that a later change of the percentage does not touch it.
    points_earned   integer NOT NULL CHECK (points_earned >= 0),
    state           text NOT NULL DEFAULT 'awaiting_payment' CHECK (state IN
        ('awaiting_payment', 'confirming', 'paid', 'failed', 'expired', 'cancelled', 'refunding', 'refunded')),
    failure_code    text,
    created_at      timestamptz NOT NULL DEFAULT now(),
    hold_until      timestamptz NOT NULL,
    paid_at         timestamptz,
    closed_at       timestamptz,
    CONSTRAINT parts_add_up CHECK (amount = list_amount - discount_amount - points_used),
    CONSTRAINT paid_has_a_time CHECK (state <> 'paid' OR paid_at IS NOT NULL)
);
CREATE INDEX orders_member ON orders (member_id, created_at DESC, id);
CREATE INDEX orders_overdue ON orders (hold_until) WHERE state = 'awaiting_payment';
CREATE INDEX orders_unsettled ON orders (created_at) WHERE state IN ('confirming', 'refunding');

CREATE TABLE payments (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id         text NOT NULL REFERENCES orders,
    attempt          integer NOT NULL CHECK (attempt > 0),
    payment_key      text NOT NULL UNIQUE CHECK (length(payment_key) BETWEEN 1 AND 200),
    amount           integer NOT NULL CHECK (amount > 0),
    state            text NOT NULL DEFAULT 'confirming'
        CHECK (state IN ('confirming', 'approved', 'refused', 'cancelling', 'cancelled')),
    method           text,
    receipt_url      text,
    -- What the provider's error was called; the member sees our own sentence.
    refusal_code     text,
    requested_at     timestamptz NOT NULL DEFAULT now(),
    approved_at      timestamptz,
    cancelled_at     timestamptz,
    cancel_reason    text,
    UNIQUE (order_id, attempt)
);
-- However many confirms arrive, one of them carries the money.
CREATE UNIQUE INDEX payments_one_per_order ON payments (order_id) WHERE state <> 'refused';

CREATE TABLE services (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id     bigint NOT NULL REFERENCES members,
    order_id      text NOT NULL REFERENCES orders,
    plan_id       bigint NOT NULL REFERENCES plans,
    state         text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'expired', 'ended')),
    starts_at     timestamptz NOT NULL,
    ends_at       timestamptz NOT NULL CHECK (ends_at > starts_at),
    closed_at     timestamptz,
    CONSTRAINT closed_has_a_time CHECK ((state = 'active') = (closed_at IS NULL))
);
CREATE INDEX services_member ON services (member_id, id DESC);
CREATE INDEX services_order ON services (order_id);
CREATE INDEX services_due ON services (ends_at) WHERE state = 'active';

-- Who has, or had, an exit address. A hold during checkout is a lease with an expiry.
CREATE TABLE leases (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address_id bigint NOT NULL REFERENCES exit_addresses,
    order_id   text NOT NULL REFERENCES orders,
    service_id bigint REFERENCES services,
    state      text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'active', 'ended')),
    held_at    timestamptz NOT NULL DEFAULT now(),
    active_at  timestamptz,
    ended_at   timestamptz,
    CONSTRAINT an_active_lease_serves CHECK (state <> 'active' OR (service_id IS NOT NULL AND active_at IS NOT NULL)),
    CONSTRAINT ended_has_a_time CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
-- An exit address has at most one live lease, whatever code runs.
CREATE UNIQUE INDEX leases_one_live_per_address ON leases (address_id) WHERE state <> 'ended';
CREATE UNIQUE INDEX leases_one_live_per_service ON leases (service_id) WHERE state = 'active';
CREATE INDEX leases_order ON leases (order_id);
CREATE INDEX leases_service ON leases (service_id);

-- 10.64.0.0/10 without its first address, the gateways' own. Never reused, so that no two are ever alike.
CREATE SEQUENCE tunnel_address_seq START 2 MAXVALUE 4194302;

CREATE TABLE devices (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id     bigint NOT NULL REFERENCES services,
    name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    public_key     text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'),
    tunnel_address inet NOT NULL UNIQUE DEFAULT inet '10.64.0.0' + nextval('tunnel_address_seq'),
    created_at     timestamptz NOT NULL DEFAULT now(),
    removed_at     timestamptz
);
CREATE UNIQUE INDEX devices_public_key ON devices (public_key) WHERE removed_at IS NULL;
CREATE INDEX devices_service ON devices (service_id) WHERE removed_at IS NULL;

-- What the gateway last reported. Cumulative bytes since the peer was put on the interface; never destinations.
CREATE TABLE device_usage (
    device_id         bigint PRIMARY KEY REFERENCES devices,
    first_handshake_at timestamptz,
    last_handshake_at timestamptz,
    rx_bytes          bigint NOT NULL DEFAULT 0,
    tx_bytes          bigint NOT NULL DEFAULT 0,
    reported_at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payments_unsettled ON payments (requested_at) WHERE state IN ('confirming', 'cancelling');
