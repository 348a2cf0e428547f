-- What an address costs, and what each earned by months; how it is counted stands in ieum/shop/console/numbers/profits.py.

-- From this month on, what one address of the pool costs a month, VAT out. Null: not known from then on.
CREATE TABLE pool_costs (
    pool_id bigint NOT NULL REFERENCES address_pools,
    month   date NOT NULL CHECK (extract(day FROM month) = 1),
    won     integer CHECK (won BETWEEN 0 AND 100000000),
    PRIMARY KEY (pool_id, month)
);

-- Kept by a job; an address without a lease and without a known cost has no row. `cost` is null where it is not known.
CREATE TABLE address_profits (
    month      date NOT NULL CHECK (extract(day FROM month) = 1),
    address_id bigint NOT NULL REFERENCES exit_addresses,
    pool_id    bigint NOT NULL REFERENCES address_pools,
    revenue    bigint NOT NULL,
    cost       bigint,
    profit     bigint GENERATED ALWAYS AS (revenue - cost) STORED,
    PRIMARY KEY (month, address_id)
);
-- What is not known stands behind what is.
CREATE INDEX address_profits_best ON address_profits (month, (coalesce(profit, -9e15::bigint)) DESC, address_id);
CREATE INDEX address_profits_of_pool
    ON address_profits (pool_id, month, (coalesce(profit, -9e15::bigint)) DESC, address_id);

UPDATE staff_roles SET permissions = permissions || '{numbers.costs}' WHERE name = '관리자' AND is_built_in;
