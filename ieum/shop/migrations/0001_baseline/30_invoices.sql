-- Tax invoices, asked for by businesses; the operator exports and issues them.
CREATE TABLE tax_invoice_requests (
    order_id        text PRIMARY KEY REFERENCES orders,
    business_number text NOT NULL CHECK (business_number ~ '^[0-9]{10}$'),
    company         text NOT NULL CHECK (length(company) BETWEEN 1 AND 100),
    representative  text NOT NULL CHECK (length(representative) BETWEEN 1 AND 60),
    address         text NOT NULL DEFAULT '' CHECK (length(address) <= 200),
    business_type   text NOT NULL DEFAULT '' CHECK (length(business_type) <= 60),
    business_item   text NOT NULL DEFAULT '' CHECK (length(business_item) <= 60),
    email           text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    requested_at    timestamptz NOT NULL DEFAULT now(),
    exported_at     timestamptz,
    -- What became of a request: issued under the number of the approval, or refused with a sentence.
    issued_at       timestamptz,
    issued_number   text CHECK (issued_number ~ '^[0-9A-Za-z-]{1,40}$'),
    refused_at      timestamptz,
    refusal_reason  text CHECK (length(refusal_reason) BETWEEN 2 AND 500),
    CONSTRAINT issued_has_a_number CHECK ((issued_at IS NULL) = (issued_number IS NULL)),
    CONSTRAINT refused_has_a_reason CHECK ((refused_at IS NULL) = (refusal_reason IS NULL)),
    CONSTRAINT issued_or_refused CHECK (issued_at IS NULL OR refused_at IS NULL)
);
CREATE INDEX tax_invoice_requests_day ON tax_invoice_requests (requested_at);
-- One number stands for one invoice.
CREATE UNIQUE INDEX tax_invoice_requests_number ON tax_invoice_requests (issued_number) WHERE issued_number IS NOT NULL;
CREATE INDEX tax_invoice_requests_newest ON tax_invoice_requests (requested_at DESC, order_id DESC);
CREATE INDEX tax_invoice_requests_open ON tax_invoice_requests (requested_at DESC, order_id DESC)
    WHERE issued_at IS NULL AND refused_at IS NULL;
