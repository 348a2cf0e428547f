-- Whether the newest version of a certificate says where the log has its beginning. One that was issued within the minute
-- before the log had it is signed again as soon as it does.
ALTER TABLE certificates ADD COLUMN in_log boolean NOT NULL DEFAULT false;
UPDATE certificates c SET in_log = true
  FROM certificate_versions v
 WHERE v.certificate_id = c.id AND v.version = c.version
   AND convert_from(v.document, 'UTF8')::jsonb -> 'log' <> 'null'::jsonb;
ALTER TABLE certificates ALTER COLUMN in_log DROP DEFAULT;

-- What is append-only cannot be emptied either.
CREATE TRIGGER address_log_entries_are_not_emptied BEFORE TRUNCATE ON address_log_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER address_log_days_are_not_emptied BEFORE TRUNCATE ON address_log_days
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
