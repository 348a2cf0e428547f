-- Services, addresses and gateways, as the console lists and changes them.

-- Since when staff have stopped a service; no payment and no new card lets it run again (ieum/shop/services/stops.py).
ALTER TABLE services
    ADD COLUMN stopped_at timestamptz,
    ADD CONSTRAINT what_is_stopped_does_not_run CHECK (stopped_at IS NULL OR state <> 'active');
CREATE INDEX services_stopped_due ON services (ends_at) WHERE state = 'suspended' AND stopped_at IS NOT NULL;
CREATE INDEX services_by_state ON services (state, id DESC);
CREATE INDEX services_by_plan ON services (plan_id, id DESC);
CREATE INDEX services_by_end ON services (ends_at, id);

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

-- One service alone may be moved, too.
ALTER TABLE evacuations ADD COLUMN service_id bigint REFERENCES services;
DROP INDEX evacuations_one_open;
CREATE UNIQUE INDEX evacuations_one_open ON evacuations (gateway_id) WHERE closed_at IS NULL AND service_id IS NULL;
CREATE UNIQUE INDEX evacuations_one_open_of_a_service ON evacuations (service_id)
    WHERE closed_at IS NULL AND service_id IS NOT NULL;

-- Lists of addresses go by number; the states that few are in have an index of their own.
CREATE INDEX exit_addresses_of_gateway ON exit_addresses (gateway_id, address);
CREATE INDEX exit_addresses_of_pool ON exit_addresses (pool_id, address);
CREATE INDEX exit_addresses_taken ON exit_addresses (address) WHERE available_at IS NULL;
CREATE INDEX exit_addresses_resting ON exit_addresses (available_at) WHERE available_at IS NOT NULL;
CREATE INDEX exit_addresses_wrong ON exit_addresses (address) WHERE flagged_at IS NOT NULL;
CREATE INDEX exit_addresses_withdrawn ON exit_addresses (address) WHERE withdrawn_at IS NOT NULL;
CREATE INDEX exit_addresses_unproven ON exit_addresses (address) WHERE proven_at IS NULL OR cleared_at IS NULL;
CREATE INDEX exit_addresses_usable_by_number ON exit_addresses (address) WHERE usable_at IS NOT NULL;
CREATE INDEX leases_kept ON leases (address_id) WHERE state IN ('held', 'coming');

-- Counted by a job every few minutes, so that no screen counts a million addresses.
CREATE TABLE pool_counts (
    pool_id    bigint NOT NULL REFERENCES address_pools,
    gateway_id bigint NOT NULL REFERENCES gateways,
    free       integer NOT NULL,
    leased     integer NOT NULL,
    held       integer NOT NULL,
    resting    integer NOT NULL,
    flagged    integer NOT NULL,
    withdrawn  integer NOT NULL,
    unproven   integer NOT NULL,
    counted_at timestamptz NOT NULL,
    PRIMARY KEY (pool_id, gateway_id)
);
-- How many were leased at the end of each day in Seoul, or today until now: their difference is the net of leases.
CREATE TABLE pool_days (
    day        date NOT NULL,
    pool_id    bigint NOT NULL REFERENCES address_pools,
    gateway_id bigint NOT NULL REFERENCES gateways,
    leased     integer NOT NULL,
    PRIMARY KEY (day, pool_id, gateway_id)
);

-- Who asked in the console who had an address, and who confirmed it: these two may see the answer.
CREATE TABLE staff_lookups (
    approval_id  bigint PRIMARY KEY REFERENCES staff_approvals,
    lookup_id    bigint NOT NULL REFERENCES address_lookups,
    asked_by     bigint NOT NULL REFERENCES staff,
    confirmed_by bigint NOT NULL REFERENCES staff
);
