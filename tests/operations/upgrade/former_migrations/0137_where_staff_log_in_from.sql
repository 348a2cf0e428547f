-- By which the doors of the console find, before every attempt, whether this person has come from there lately.
CREATE INDEX staff_sessions_by_start ON staff_sessions (staff_id, started_at DESC);
