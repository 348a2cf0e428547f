-- What the books were found to be: kept, so that "they were right on that day" can be shown.
CREATE TABLE book_checks (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        text NOT NULL CHECK (kind IN ('ledger', 'provider')),
    -- The day in Seoul that the totals are of.
    day         date NOT NULL,
    totals      jsonb NOT NULL,
    differences jsonb NOT NULL,
    checked_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX book_checks_newest ON book_checks (kind, checked_at DESC);
CREATE TRIGGER book_checks_are_append_only BEFORE UPDATE OR DELETE ON book_checks
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
