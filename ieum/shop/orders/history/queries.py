"""Orders as they are listed and shown."""

from ieum.shop.db import Connection, fetch_all, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.history.types import OrderedService, OrderFacts


async def find_facts(conn: Connection, order_id: str, member: MemberId) -> OrderFacts | None:
    """None where this member has no such order. A hold that ran out is over, seen by a job or not."""
    return await fetch_optional(
        conn,
        OrderFacts,
        """
        SELECT o.id, o.failure_code,
               CASE WHEN o.state = 'awaiting_payment' AND o.hold_until < now() THEN 'expired' ELSE o.state END AS state,
               p.name AS plan_name, a.carrier, o.months, o.quantity, o.amount, o.points_used,
               y.method AS payment_method, y.receipt_url, o.created_at, o.paid_at
          FROM orders o
          JOIN plans p ON p.id = o.plan_id
          JOIN address_pools a ON a.id = p.pool_id
          LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
         WHERE o.id = %(order_id)s AND o.member_id = %(member)s
        """,
        order_id=order_id,
        member=member,
    )


async def list_ordered_services(conn: Connection, order_id: str) -> list[OrderedService]:
    return await fetch_all(
        conn,
        OrderedService,
        """
        SELECT s.id, host(e.address) AS address
          FROM services s
          JOIN leases l ON l.service_id = s.id
          JOIN exit_addresses e ON e.id = l.address_id
         WHERE s.order_id = %(order_id)s
         ORDER BY s.id, l.id
        """,
        order_id=order_id,
    )
