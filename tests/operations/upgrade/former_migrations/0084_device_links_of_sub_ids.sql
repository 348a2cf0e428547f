-- Sub-ids make links by which somebody sets up a device, too (docs/decisions/0091). Who made it: a sub-id, or null, the
-- member.
ALTER TABLE device_links ADD COLUMN made_by bigint REFERENCES members;
-- For the withdrawal of a right.
CREATE INDEX device_links_made_by ON device_links (made_by) WHERE made_by IS NOT NULL;
