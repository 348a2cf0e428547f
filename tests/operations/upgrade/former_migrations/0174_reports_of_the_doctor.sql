-- What `ieum doctor --keep` has found on each machine, the newest report of each: figures for /metrics.
CREATE TABLE doctor_reports (
    host      text PRIMARY KEY CHECK (length(host) BETWEEN 1 AND 255),
    at        timestamptz NOT NULL DEFAULT now(),
    broken    integer NOT NULL CHECK (broken >= 0),
    attention integer NOT NULL CHECK (attention >= 0),
    unknown   integer NOT NULL CHECK (unknown >= 0),
    well      integer NOT NULL CHECK (well >= 0)
);
