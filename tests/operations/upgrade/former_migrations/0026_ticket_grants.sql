-- What is left of every grant of tickets, run out or not.
CREATE VIEW ticket_grants AS
SELECT g.id, g.member_id, g.order_id, g.expires_at,
       g.amount + (SELECT coalesce(sum(t.amount), 0) FROM ticket_entries t WHERE t.grant_id = g.id) AS left_over
  FROM ticket_entries g
 WHERE g.kind = 'granted';
