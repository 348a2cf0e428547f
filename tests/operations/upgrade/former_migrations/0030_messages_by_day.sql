ALTER TABLE messages
    -- An SMS that nobody waits for does not leave before this, nor at night after it; null: at once, at any hour.
    ADD COLUMN not_before timestamptz,
    ADD CONSTRAINT mail_leaves_at_once CHECK (not_before IS NULL OR channel = 'sms');
