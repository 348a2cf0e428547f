-- Payments at the provider.

CREATE TABLE payments (
    id                     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id               text NOT NULL REFERENCES orders,
    attempt                integer NOT NULL CHECK (attempt > 0),
    payment_key            text UNIQUE CHECK (length(payment_key) BETWEEN 1 AND 200),
    amount                 integer NOT NULL CHECK (amount > 0),
    state                  text NOT NULL DEFAULT 'confirming'
        CHECK (state IN ('confirming', 'depositing', 'approved', 'refused', 'cancelling', 'cancelled')),
    method                 text,
    receipt_url            text,
    -- What the provider's error was called; the member sees our own sentence.
    refusal_code           text,
    requested_at           timestamptz NOT NULL DEFAULT now(),
    approved_at            timestamptz,
    cancelled_at           timestamptz,
    cancel_reason          text,
    -- Which pair of the provider's keys it was made with.
    channel                text NOT NULL DEFAULT 'normal' CHECK (channel IN ('normal', 'billing')),
    -- A charge that is tried again needs another order id at the provider.
    provider_order_id      text NOT NULL,
    billing_method_id      bigint REFERENCES billing_methods,
    -- What has gone back of `amount`.
    cancelled_amount       integer NOT NULL DEFAULT 0,
    -- The provider's word by which its deposit messages are known; of no use to anybody else.
    secret                 text,
    bank_code              text,
    account_number         text,
    cash_receipt_url       text,
    -- A virtual account is looked up at the provider now and then, not with every round of the reconciling job.
    looked_at              timestamptz,
    -- When the bank took back a deposit that it had reported. While this is set, the shop holds no money of this payment, so
    -- there is nothing to refund.
    reversed_at            timestamptz,
    -- Since when the provider has held money of this payment again, although its order is refunded: the bank had taken the
    -- deposit back, so nothing was returned. An operator decides what becomes of it.
    held_after_refund_at   timestamptz,
    -- The provider's own sentence beside its code; members read ours.
    refusal_message        text CHECK (length(refusal_message) BETWEEN 1 AND 500),
    -- Whether the order of a payment asked for a cash receipt. With it, receipts that are missing are listed by an index of
    -- these alone, where all payments of all receipts were read.
    wants_cash_receipt     boolean NOT NULL DEFAULT false,
    trace                  uuid DEFAULT current_trace(),
    -- What of `cancelled_amount` went back by the provider's own dashboard and not by a refund of ours, and when the last of
    -- it did. A refund gives back the rest of what it owes.
    cancelled_elsewhere    integer NOT NULL DEFAULT 0,
    cancelled_elsewhere_at timestamptz,
    UNIQUE (order_id, attempt),
    CONSTRAINT cancelled_is_within CHECK (cancelled_amount BETWEEN 0 AND amount),
    CONSTRAINT only_a_charge_waits_for_its_key CHECK (payment_key IS NOT NULL OR channel = 'billing'),
    CONSTRAINT a_charge_is_to_a_card CHECK ((channel = 'billing') = (billing_method_id IS NOT NULL)),
    CONSTRAINT money_is_there_or_not CHECK (reversed_at IS NULL OR held_after_refund_at IS NULL),
    -- Pages of the provider that members and staff open: never a program, whatever an answer said.
    CONSTRAINT receipts_are_pages CHECK (receipt_url ~ '^https?://' AND cash_receipt_url ~ '^https?://')
);
-- However many confirms arrive, one of them carries the money.
CREATE UNIQUE INDEX payments_one_per_order ON payments (order_id) WHERE state <> 'refused';
CREATE UNIQUE INDEX payments_charges ON payments (provider_order_id) WHERE channel = 'billing';
CREATE INDEX payments_provider_order ON payments (provider_order_id);
CREATE INDEX payments_unsettled ON payments (requested_at) WHERE state IN ('confirming', 'depositing', 'cancelling');
CREATE INDEX payments_key ON payments (payment_key text_pattern_ops);
CREATE INDEX payments_card ON payments (billing_method_id) WHERE billing_method_id IS NOT NULL;
CREATE INDEX payments_reversed ON payments (order_id)
    WHERE reversed_at IS NOT NULL OR held_after_refund_at IS NOT NULL;
-- The month for the accountant.
CREATE INDEX payments_by_approval ON payments (approved_at, id) WHERE approved_at IS NOT NULL;
CREATE INDEX payments_without_cash_receipt ON payments (order_id)
    WHERE wants_cash_receipt AND cash_receipt_url IS NULL AND approved_at IS NOT NULL;

CREATE FUNCTION take_wish_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.wants_cash_receipt := (SELECT cash_receipt <> 'none' FROM orders WHERE id = NEW.order_id);
    RETURN NEW;
END
$$;
-- A card that is charged again and again gets no cash receipt.
CREATE TRIGGER payments_know_what_was_asked BEFORE INSERT ON payments
    FOR EACH ROW WHEN (NEW.channel = 'normal') EXECUTE FUNCTION take_wish_of_order();
