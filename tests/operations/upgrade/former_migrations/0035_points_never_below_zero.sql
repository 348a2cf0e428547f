-- Nobody's points fall below zero: what a refund cannot take back is deducted from its money (decision 0027).
ALTER TABLE point_entries
    DROP CONSTRAINT point_entries_kind_check,
    ADD CONSTRAINT point_entries_kind_check
        CHECK (kind IN ('earned', 'used', 'returned', 'clawed_back', 'forfeited', 'written_off')),
    DROP CONSTRAINT the_sign_fits,
    ADD CONSTRAINT the_sign_fits CHECK ((amount > 0) = (kind IN ('earned', 'returned', 'written_off')));

-- Debts of earlier refunds were never collected.
INSERT INTO point_entries (member_id, amount, kind)
SELECT member_id, -sum(amount), 'written_off' FROM point_entries GROUP BY member_id HAVING sum(amount) < 0;

CREATE OR REPLACE FUNCTION refuse_overdraft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE balance bigint;
BEGIN
    IF NEW.amount < 0 THEN
        PERFORM 1 FROM members WHERE id = NEW.member_id FOR NO KEY UPDATE;
        EXECUTE format('SELECT coalesce(sum(amount), 0) FROM %I WHERE member_id = $1', TG_TABLE_NAME)
            INTO balance USING NEW.member_id;
        IF balance + NEW.amount < 0 THEN
            RAISE EXCEPTION 'overdraft in %', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'no_overdraft';
        END IF;
    END IF;
    RETURN NEW;
END
$$;
