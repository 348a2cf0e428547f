-- Cash receipts of a month: the payments that asked for one, the last paid first.
CREATE INDEX orders_with_cash_receipts ON orders (paid_at DESC, id DESC)
    WHERE cash_receipt <> 'none' AND paid_at IS NOT NULL;
