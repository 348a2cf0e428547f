-- Who leaves a long period early may be charged for the days used at the price of the shortest period (decision 0146).
ALTER TABLE site_config ADD COLUMN refund_shortest_price boolean NOT NULL DEFAULT false;

-- What the whole order would have cost in the shortest periods that its plan was sold for. Null: the order was made
-- without that rule, by the release before this one among others.
ALTER TABLE orders ADD COLUMN refund_shortest_amount bigint;
ALTER TABLE orders ADD CONSTRAINT shortest_periods_cost_no_less
    CHECK (refund_shortest_amount >= amount + points_used) NOT VALID;

CREATE OR REPLACE FUNCTION take_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Nobody agrees to anything when a recurring payment charges again: the terms of its first order go on. The price of
    -- shorter periods was shown beside that order's amount, and does not apply to another amount.
    IF NEW.subscription_id IS NOT NULL THEN
        SELECT o.refund_mode, o.refund_penalty_percent, o.earlier_rules, o.terms_entry_id, o.terms_number,
               CASE WHEN o.amount = NEW.amount THEN o.refund_shortest_amount END
          INTO NEW.refund_mode, NEW.refund_penalty_percent, NEW.earlier_rules, NEW.terms_entry_id, NEW.terms_number,
               NEW.refund_shortest_amount
          FROM orders o WHERE o.subscription_id = NEW.subscription_id ORDER BY o.period LIMIT 1;
    END IF;
    IF NEW.refund_mode IS NULL THEN
        SELECT c.refund_mode, c.refund_penalty_percent, false, f.entry_id, f.number,
               CASE WHEN c.refund_shortest_price THEN NEW.refund_shortest_amount END
          INTO NEW.refund_mode, NEW.refund_penalty_percent, NEW.earlier_rules, NEW.terms_entry_id, NEW.terms_number,
               NEW.refund_shortest_amount
          FROM site_config c LEFT JOIN legal_in_force f ON f.slug = 'terms-use';
    END IF;
    RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER terms_stay
    BEFORE UPDATE OF refund_mode, refund_penalty_percent, refund_shortest_amount, earlier_rules, terms_entry_id,
                     terms_number ON orders
    FOR EACH ROW EXECUTE FUNCTION refuse_other_terms();
