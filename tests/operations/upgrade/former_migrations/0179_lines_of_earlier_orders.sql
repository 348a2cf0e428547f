-- After the trigger that writes the lines of new orders: the release before goes on placing orders meanwhile. Of an order
-- from before it, only today's name of the plan and of the shop is known. Not by `lines_of`, which would look for the
-- first order of each recurring payment among the rows that are just being written, and read all of them each time.
INSERT INTO order_lines
SELECT o.id, 1, o.plan_id, o.service_id, p.name, p.kind, coalesce(a.carrier, ''), coalesce(a.region, ''), o.months,
       o.quantity, o.list_amount, o.discount_amount, o.points_used, o.amount, p.device_limit, p.connections,
       p.upload_mbit, p.download_mbit, (SELECT max(id) FROM sellers)
  FROM orders o
  JOIN plans p ON p.id = o.plan_id
  LEFT JOIN address_pools a ON a.id = p.pool_id
 WHERE NOT EXISTS (SELECT FROM order_lines WHERE order_id = o.id);
