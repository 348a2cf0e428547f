-- Since when the provider has held money of this payment again, although its order is refunded: the bank had taken the
-- deposit back, so nothing was returned. An operator decides what becomes of it.
ALTER TABLE payments
    ADD COLUMN held_after_refund_at timestamptz,
    ADD CONSTRAINT money_is_there_or_not CHECK (reversed_at IS NULL OR held_after_refund_at IS NULL);

-- Until now such money was taken for the order's own.
UPDATE payments y
   SET held_after_refund_at = now()
  FROM refunds r
 WHERE r.order_id = y.order_id AND r.state = 'done' AND r.mode = 'operator' AND r.amount = 0 AND r.settled_by IS NULL
   AND y.state = 'approved' AND y.reversed_at IS NULL;
