-- Columns that may still hold values sealed in the form before, which is bound to no row (decision 0159). A job seals
-- them anew and takes the column off the list; from then on such a value opens nowhere.
CREATE TABLE unbound_seals (
    sealed_column text PRIMARY KEY,
    -- The job begins an hour after it: until then the release before may run beside this one, and opens no new form.
    since         timestamptz NOT NULL DEFAULT now()
);
-- A new shop has none. One with members may have: its servers of the release before still seal in that form.
INSERT INTO unbound_seals (sealed_column)
SELECT c FROM unnest(ARRAY['billing_methods.sealed_key', 'refunds.sealed_account', 'signing_keys.sealed_private',
                           'usage_sessions.client']) AS c
 WHERE EXISTS (SELECT FROM members) OR EXISTS (SELECT FROM signing_keys);

CREATE FUNCTION refuse_unbound_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'no column goes back to values that are bound to no row' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER columns_only_leave BEFORE INSERT OR UPDATE ON unbound_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbound_seals();
