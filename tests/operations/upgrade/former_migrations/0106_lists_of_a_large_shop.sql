-- The console lists the addresses of one gateway, or of one pool, that are free or in use. Without these, a gateway that is
-- all sold, or all free, was read to its last address for a page that is empty. What they hold besides saves the look at the row.
CREATE INDEX exit_addresses_usable_of_gateway ON exit_addresses (gateway_id, address) INCLUDE (id, pool_id, usable_at)
    WHERE usable_at IS NOT NULL;
CREATE INDEX exit_addresses_usable_of_pool ON exit_addresses (pool_id, address) INCLUDE (id, gateway_id, usable_at)
    WHERE usable_at IS NOT NULL;

-- Those in use and in order: until now all that were in use, of any state.
DROP INDEX exit_addresses_taken;
CREATE INDEX exit_addresses_taken ON exit_addresses (address) INCLUDE (id)
    WHERE available_at IS NULL AND flagged_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX exit_addresses_taken_of_gateway ON exit_addresses (gateway_id, address) INCLUDE (id, pool_id)
    WHERE available_at IS NULL AND flagged_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX exit_addresses_taken_of_pool ON exit_addresses (pool_id, address) INCLUDE (id, gateway_id)
    WHERE available_at IS NULL AND flagged_at IS NULL AND withdrawn_at IS NULL;

-- Two or three of state, way to pay and kind, of which an order has one each: the list finds how few there are. These
-- are few values for many orders, which an index keeps once for all of them: 70 MB for ten million.
CREATE INDEX orders_of_kinds ON orders (state, method, kind);
