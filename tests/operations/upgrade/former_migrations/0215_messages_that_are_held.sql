-- transactional: false
-- Few mails are held, and fewer have been merged (docs/decisions/0158).
DROP INDEX CONCURRENTLY IF EXISTS messages_held;
CREATE INDEX CONCURRENTLY messages_held ON messages (held_for)
    WHERE held_for IS NOT NULL AND merged_into IS NULL AND sent_at IS NULL AND given_up_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS messages_merged;
CREATE INDEX CONCURRENTLY messages_merged ON messages (merged_into) WHERE merged_into IS NOT NULL;
ALTER TABLE messages VALIDATE CONSTRAINT held_for_is_a_hash;
ALTER TABLE messages VALIDATE CONSTRAINT merged_was_held;
ALTER TABLE messages VALIDATE CONSTRAINT mail_leaves_at_once_or_is_held;
