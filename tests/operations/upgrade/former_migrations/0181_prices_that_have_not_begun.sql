-- A version that has not begun was never shown: it may be withdrawn, a minute before its moment at the latest, so that
-- a transaction that is slow to commit deletes no price that somebody has seen. Others stay as evidence. The release
-- before reads both tables as it did, and deletes nothing.
CREATE FUNCTION refuse_rewriting_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.effective_from > clock_timestamp() + interval '1 minute' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE OR REPLACE TRIGGER plan_prices_are_append_only BEFORE UPDATE OR DELETE ON plan_prices
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_prices();
CREATE OR REPLACE TRIGGER plan_quantity_discounts_are_append_only BEFORE UPDATE OR DELETE ON plan_quantity_discounts
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_prices();
