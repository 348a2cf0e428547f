-- After the trigger that writes the lines of new orders: the release before goes on placing orders meanwhile. Of an order
-- from before it, only today's name of the plan and of the shop is known.
INSERT INTO order_lines
SELECT l.* FROM orders o CROSS JOIN LATERAL lines_of(o) l
 WHERE NOT EXISTS (SELECT FROM order_lines WHERE order_id = o.id);
