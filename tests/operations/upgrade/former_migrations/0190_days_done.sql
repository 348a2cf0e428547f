-- Which days a job about single days has done: the next run takes those that are missing.
CREATE TABLE days_done (
    task    text NOT NULL,
    -- In Seoul.
    day     date NOT NULL,
    done_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (task, day)
);
INSERT INTO days_done (task, day)
SELECT DISTINCT 'reconciliation.check_books', day FROM book_checks
 WHERE kind = 'provider' AND day > current_date - 40;
