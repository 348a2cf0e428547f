-- transactional: false
-- How many payments a quarter of an hour has is asked for the status page, and now by every page where it matters: without
-- this index the whole table was read each time, 60 ms for half a million payments.
DROP INDEX CONCURRENTLY IF EXISTS payments_by_request;
CREATE INDEX CONCURRENTLY payments_by_request ON payments (requested_at);
