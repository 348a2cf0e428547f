-- transactional: false
-- The job that empties old messages began each time with those that it had emptied before, year after year, because they
-- keep their rows. Those that are empty leave this index (docs/scale.md).
DROP INDEX CONCURRENTLY IF EXISTS messages_not_empty;
CREATE INDEX CONCURRENTLY messages_not_empty ON messages (created_at, id) INCLUDE (member_id) WHERE recipient <> '';
