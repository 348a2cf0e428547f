-- The console's screens of orders: what a refund needs two people from, the provider's words, and lists of 10 M rows.
ALTER TABLE site_config
    -- Won. Staff give back more than this by one order only with a second person.
    ADD COLUMN staff_refund_limit integer NOT NULL DEFAULT 300000
        CHECK (staff_refund_limit BETWEEN 0 AND 100000000);

ALTER TABLE payments
    -- The provider's own sentence beside its code; members read ours.
    ADD COLUMN refusal_message text CHECK (length(refusal_message) BETWEEN 1 AND 500);
ALTER TABLE refunds
    ADD COLUMN refusal_message text CHECK (length(refusal_message) BETWEEN 1 AND 500);

-- Each ends as the list is sorted, so that a page is read from the index alone.
CREATE INDEX orders_state ON orders (state, created_at DESC, id);
CREATE INDEX orders_method ON orders (method, created_at DESC, id);
CREATE INDEX orders_amount ON orders (amount DESC, id);
CREATE INDEX orders_state_amount ON orders (state, amount DESC, id);
CREATE INDEX orders_renewals ON orders (created_at DESC, id) WHERE kind = 'renewal';
-- What somebody types from a receipt: the begin of a number, of the provider's key, or a card's last digits.
CREATE INDEX orders_number ON orders (id text_pattern_ops);
CREATE INDEX payments_key ON payments (payment_key text_pattern_ops);
CREATE INDEX payments_card ON payments (billing_method_id) WHERE billing_method_id IS NOT NULL;
CREATE INDEX billing_methods_last_digits ON billing_methods (right(card_number, 4));
-- Money that somebody has to look after: few among millions.
CREATE INDEX refunds_waiting ON refunds (state, order_id) WHERE state <> 'done';
CREATE INDEX payments_reversed ON payments (order_id)
    WHERE reversed_at IS NOT NULL OR held_after_refund_at IS NOT NULL;
CREATE INDEX staff_approvals_asked ON staff_approvals (action) WHERE state = 'asked';
