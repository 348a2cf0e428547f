-- When somebody logged in from this network for the last time: those who did before wait before nobody else.
ALTER TABLE login_attempts ADD COLUMN succeeded_at timestamptz;
