-- transactional: false
DROP INDEX CONCURRENTLY IF EXISTS verifications_mailbox;
CREATE INDEX CONCURRENTLY verifications_mailbox ON verifications (mailbox, created_at) WHERE mailbox IS NOT NULL;
