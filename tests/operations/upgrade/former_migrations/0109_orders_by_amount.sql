-- Most orders cost the same as a million others, so that a page must begin within one amount: both columns go one way.
DROP INDEX orders_amount;
CREATE INDEX orders_amount ON orders (amount, id);
DROP INDEX orders_state_amount;
CREATE INDEX orders_state_amount ON orders (state, amount, id);
-- Renewals cost little, and so stand last among all orders by amount. A purchase writes nothing here.
CREATE INDEX orders_renewals_amount ON orders (amount, id) WHERE kind = 'renewal';
