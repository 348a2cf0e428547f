-- Orders of one amount stand in the order of time: an index then skips from amount to amount to find the largest orders of
-- a day or a month, which were all sorted before. No index more than there were.
DROP INDEX orders_amount;
CREATE INDEX orders_amount ON orders (amount, created_at, id);
DROP INDEX orders_state_amount;
CREATE INDEX orders_state_amount ON orders (state, amount, created_at, id);
DROP INDEX orders_renewals_amount;
CREATE INDEX orders_renewals_amount ON orders (amount, created_at, id) WHERE kind = 'renewal';

-- Those in use of a plan, met with those of a gateway in the order of both.
CREATE INDEX services_in_use_of_plan ON services (plan_id, id DESC) WHERE state IN ('active', 'suspended');

-- Receipts for expenses are the fewer.
CREATE INDEX orders_with_expense_receipts ON orders (paid_at DESC, id DESC)
    WHERE cash_receipt = 'expense' AND paid_at IS NOT NULL;
