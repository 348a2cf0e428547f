-- How many keys a service has had within a day, those of removed devices counted.
CREATE INDEX devices_by_day ON devices (service_id, created_at);
