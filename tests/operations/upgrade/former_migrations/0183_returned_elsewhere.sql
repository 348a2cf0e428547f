-- What of `cancelled_amount` went back by the provider's own dashboard and not by a refund of ours, and when the last of
-- it did. A refund gives back the rest of what it owes.
ALTER TABLE payments ADD COLUMN cancelled_elsewhere integer NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN cancelled_elsewhere_at timestamptz;
