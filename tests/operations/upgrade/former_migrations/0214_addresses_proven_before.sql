-- What the tables still tell of proofs: passwords that were set by a code or a link mailed to the address of today.
UPDATE members m
   SET email_verified_at = p.at
  FROM (SELECT l.member_id, l.used_at AS at FROM moving_links l WHERE l.used_at IS NOT NULL
         UNION ALL
        SELECT o.member_id, o.created_at FROM messages o
         WHERE o.channel = 'mail' AND starts_with(o.reference, 'reset:')) p
 WHERE m.id = p.member_id AND m.left_at IS NULL AND m.email IS NOT NULL
   AND (m.email_changed_at IS NULL OR m.email_changed_at < p.at);
