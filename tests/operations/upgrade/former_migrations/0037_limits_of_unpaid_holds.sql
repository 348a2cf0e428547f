-- How many addresses a member may hold without having paid: by virtual account, whose deposit takes a day, and in any
-- other way, for a quarter of an hour; and which percentage of a pool's free addresses at most.
ALTER TABLE site_config
    ADD COLUMN deposit_hold_limit integer NOT NULL DEFAULT 3  CHECK (deposit_hold_limit >= 1),
    ADD COLUMN card_hold_limit    integer NOT NULL DEFAULT 20 CHECK (card_hold_limit >= 5),
    ADD COLUMN hold_share_percent integer NOT NULL DEFAULT 10 CHECK (hold_share_percent BETWEEN 1 AND 100);

-- The most that one member may hold unpaid in a pool with so many free addresses, be they in stock or not. A small pool
-- sells one by deposit and five by card all the same.
CREATE FUNCTION most_unpaid_holds(free bigint, by_deposit boolean) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT least(CASE WHEN by_deposit THEN deposit_hold_limit ELSE card_hold_limit END,
                 greatest(CASE WHEN by_deposit THEN 1 ELSE 5 END, free * hold_share_percent / 100))::integer
      FROM site_config
$$;
