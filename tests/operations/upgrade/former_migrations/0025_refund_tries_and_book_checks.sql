ALTER TABLE refunds
    -- Each has its own key at the provider; a further one only after a look-up that found nothing returned.
    ADD COLUMN tries      integer NOT NULL DEFAULT 1 CHECK (tries > 0),
    ADD COLUMN tried_at   timestamptz,
    -- Who gave the money back by other means, where the provider refused for good.
    ADD COLUMN settled_by text CHECK (length(settled_by) BETWEEN 1 AND 100),
    ADD CONSTRAINT only_what_is_done_was_settled CHECK (settled_by IS NULL OR state = 'done');

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
