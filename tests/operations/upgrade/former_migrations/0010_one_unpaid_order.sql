-- A member has one order that waits for payment: nobody takes the shelf empty with many windows at once.
CREATE UNIQUE INDEX orders_one_unpaid_per_member ON orders (member_id) WHERE state = 'awaiting_payment';
