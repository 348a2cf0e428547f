-- When the bank took back a deposit that it had reported. While this is set, the shop holds no money of this payment, so
-- there is nothing to refund.
ALTER TABLE payments ADD COLUMN reversed_at timestamptz;

UPDATE payments y
   SET reversed_at = a.raised_at
  FROM alarms a
 WHERE a.kind = 'deposit_reversed' AND a.cleared_at IS NULL AND a.reference = y.order_id AND y.state = 'approved';
