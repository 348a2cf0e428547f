-- Who may be a second person: nobody whose password and authenticator were set by a link within seven days (decision 0149).

-- When somebody at the terminal vouched for whoever used this link, so that they may confirm at once.
ALTER TABLE staff_invitations ADD COLUMN vouched_at timestamptz;

-- Until when each of the newest people cannot be a second person. Before the first sale there is nothing to protect.
CREATE VIEW staff_newcomers AS
    SELECT staff_id, max(used_at) + interval '7 days' AS until
      FROM staff_invitations
     WHERE used_at > now() - interval '7 days' AND vouched_at IS NULL
       AND EXISTS (SELECT FROM orders WHERE paid_at IS NOT NULL)
     GROUP BY staff_id;
CREATE INDEX staff_invitations_used ON staff_invitations (used_at) WHERE used_at IS NOT NULL;

-- `is_reset` and its index are read by the release before this one only; a later migration drops both.
