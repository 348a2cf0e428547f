-- When the browser of a login exchanged cookies with names that a neighbouring domain can plant for `__Host-` ones: the
-- old names count once, and not for this login again.
ALTER TABLE login_sessions ADD COLUMN moved_at timestamptz;
