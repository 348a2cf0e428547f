-- What only somebody outside can tell, as the worker was told last: figures for /metrics and `ieum doctor`.
CREATE TABLE seen_outside (
    what     text PRIMARY KEY CHECK (what IN ('sms_balance', 'certificate')),
    -- Won that are left at the SMS carrier; the Unix time at which the certificate of the shop's address ends, 0 for one
    -- that browsers refuse already.
    value    double precision NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now()
);

-- Failed jobs stay in the table of the queue for good: a scrape counts them by their tasks without reading it.
CREATE INDEX procrastinate_jobs_failed ON procrastinate_jobs (task_name) WHERE status = 'failed';
