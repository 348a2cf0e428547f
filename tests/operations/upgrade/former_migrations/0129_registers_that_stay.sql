-- What no row may lose, the table may not lose at once.
CREATE TRIGGER authority_requests_are_not_emptied BEFORE TRUNCATE ON authority_requests
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER incident_steps_are_not_emptied BEFORE TRUNCATE ON incident_steps
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

UPDATE payments
   SET receipt_url = CASE WHEN receipt_url ~ '^https?://' THEN receipt_url END,
       cash_receipt_url = CASE WHEN cash_receipt_url ~ '^https?://' THEN cash_receipt_url END
 WHERE receipt_url !~ '^https?://' OR cash_receipt_url !~ '^https?://';
-- Pages of the provider that members and staff open: never a program, whatever an answer said.
ALTER TABLE payments
    ADD CONSTRAINT receipts_are_pages CHECK (receipt_url ~ '^https?://' AND cash_receipt_url ~ '^https?://');
