-- Whether a link gave somebody new factors who had some: for a while, whoever made it cannot have them as a second person.
ALTER TABLE staff_invitations ADD COLUMN is_reset boolean NOT NULL DEFAULT false;
CREATE INDEX staff_invitations_resets ON staff_invitations (staff_id, used_at) WHERE is_reset;
