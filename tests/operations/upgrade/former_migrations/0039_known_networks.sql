-- Where a member has logged in from lately: there, strangers' failed logins do not hold them out.
CREATE INDEX login_sessions_known ON login_sessions (member_id, started_at) WHERE ip_address IS NOT NULL;
