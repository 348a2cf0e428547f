-- Every row that refers to a member holds the member's row FOR KEY SHARE until its transaction ends. Two orders of one
-- member at once both did, and each then waited for the other with FOR UPDATE, which is for rows whose key goes.
CREATE OR REPLACE FUNCTION refuse_overdraft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE balance bigint;
BEGIN
    IF NEW.kind = 'used' THEN
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
