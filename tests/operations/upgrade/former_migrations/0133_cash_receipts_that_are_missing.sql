-- Whether the order of a payment asked for a cash receipt. Payments that have theirs already are not marked: nobody asks.
-- With it, receipts that are missing are listed by an index of these alone, where all payments of all receipts were read.
ALTER TABLE payments ADD COLUMN wants_cash_receipt boolean NOT NULL DEFAULT false;
UPDATE payments y SET wants_cash_receipt = true
  FROM orders o WHERE o.id = y.order_id AND o.cash_receipt <> 'none' AND y.cash_receipt_url IS NULL;

CREATE FUNCTION take_wish_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.wants_cash_receipt := (SELECT cash_receipt <> 'none' FROM orders WHERE id = NEW.order_id);
    RETURN NEW;
END
$$;
-- A card that is charged again and again gets no cash receipt.
CREATE TRIGGER payments_know_what_was_asked BEFORE INSERT ON payments
    FOR EACH ROW WHEN (NEW.channel = 'normal') EXECUTE FUNCTION take_wish_of_order();

CREATE INDEX payments_without_cash_receipt ON payments (order_id)
    WHERE wants_cash_receipt AND cash_receipt_url IS NULL AND approved_at IS NOT NULL;
