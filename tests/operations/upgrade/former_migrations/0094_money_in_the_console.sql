-- What staff see of recurring payments, tax invoices and alarms, and what they do with them.

-- The list of recurring payments, newest first, and its parts.
CREATE INDEX subscriptions_in_state ON subscriptions (state, id DESC);
CREATE INDEX subscriptions_of_plan ON subscriptions (plan_id, id DESC);
CREATE INDEX subscriptions_ahead ON subscriptions (due_at, id) WHERE state <> 'ended';
CREATE INDEX subscriptions_dunned ON subscriptions (id DESC) WHERE state IN ('past_due', 'suspended');
CREATE INDEX subscriptions_stopping ON subscriptions (id DESC)
    WHERE stop_requested_at IS NOT NULL AND state <> 'ended';
CREATE INDEX price_consents_ahead ON price_consents (charge_at);

-- What became of a request: issued under the number of the approval, or refused with a sentence.
ALTER TABLE tax_invoice_requests
    ADD COLUMN issued_at      timestamptz,
    ADD COLUMN issued_number  text CHECK (issued_number ~ '^[0-9A-Za-z-]{1,40}$'),
    ADD COLUMN refused_at     timestamptz,
    ADD COLUMN refusal_reason text CHECK (length(refusal_reason) BETWEEN 2 AND 500),
    ADD CONSTRAINT issued_has_a_number CHECK ((issued_at IS NULL) = (issued_number IS NULL)),
    ADD CONSTRAINT refused_has_a_reason CHECK ((refused_at IS NULL) = (refusal_reason IS NULL)),
    ADD CONSTRAINT issued_or_refused CHECK (issued_at IS NULL OR refused_at IS NULL);
-- One number stands for one invoice.
CREATE UNIQUE INDEX tax_invoice_requests_number ON tax_invoice_requests (issued_number) WHERE issued_number IS NOT NULL;
CREATE INDEX tax_invoice_requests_newest ON tax_invoice_requests (requested_at DESC, order_id DESC);
CREATE INDEX tax_invoice_requests_open ON tax_invoice_requests (requested_at DESC, order_id DESC)
    WHERE issued_at IS NULL AND refused_at IS NULL;

CREATE INDEX alarms_newest ON alarms (raised_at DESC, id DESC);
CREATE INDEX alarms_open ON alarms (raised_at DESC, id DESC) WHERE cleared_at IS NULL;

-- The month for the accountant.
CREATE INDEX payments_by_approval ON payments (approved_at, id) WHERE approved_at IS NOT NULL;
CREATE INDEX refunds_by_completion ON refunds (completed_at, id) WHERE completed_at IS NOT NULL;
CREATE INDEX point_entries_by_day ON point_entries (created_at, id);
