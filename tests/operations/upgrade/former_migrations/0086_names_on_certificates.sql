-- The holder's name on a certificate follows the member's (docs/decisions/0089): every valid number of a time shows the
-- same name. So the second press on a day finds the first one's certificate whatever the name was then.

-- Some may have been issued on one day under several names. They stay; only the newest is found by a second press.
ALTER TABLE certificates ALTER COLUMN issued_on DROP NOT NULL;
UPDATE certificates c SET issued_on = NULL
 WHERE EXISTS (SELECT FROM certificates later
                WHERE (later.lease_id, later.issued_on, later.is_masked) = (c.lease_id, c.issued_on, c.is_masked)
                  AND later.id > c.id);
DROP INDEX certificates_once_a_day;
CREATE UNIQUE INDEX certificates_once_a_day ON certificates (lease_id, issued_on, is_masked);
