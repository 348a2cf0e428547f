"""Orders as they are listed and shown."""

from ieum.shop.db import Connection, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.history.types import OrderFacts, ServiceOfOrder
from ieum.shop.orders.types import OrderId

# A hold that ran out is over, seen by a job or not. The orders are picked before anything is joined to
# them: with LIMIT inside, the plan reads as many rows of each table as there are orders on the page.
_FACTS = """
    SELECT o.id, o.failure_code, o.kind, p.kind AS plan_kind, o.plan_id, p.name AS plan_name,
           coalesce(a.carrier, '') AS carrier, o.months, o.quantity, o.payment_type, o.method, o.cash_receipt,
           CASE WHEN o.state = 'awaiting_payment' AND o.hold_until < now()
                  OR o.state = 'awaiting_deposit' AND o.deposit_due_at < now()
                THEN 'expired' ELSE o.state END AS state,
           o.list_amount, o.discount_amount, o.quantity_discount_amount, o.points_used, o.amount, o.points_earned,
           o.service_id, o.subscription_id,
           CASE p.kind WHEN 'ticket' THEN o.paid_at ELSE period.starts_at END AS starts_at,
           CASE p.kind WHEN 'ticket' THEN tickets.expires_at ELSE period.ends_at END AS ends_at,
           coalesce(tickets.unused, 0) AS tickets_left,
           y.method AS payment_method, y.receipt_url, y.cash_receipt_url, y.bank_code, y.account_number,
           o.deposit_due_at, t.requested_at AS tax_invoice_at,
           r.state AS refund_state, r.mode AS refund_mode, r.amount AS refund_amount,
           r.points_returned AS refund_points, r.requested_at AS refund_requested_at,
           r.completed_at AS refund_completed_at, o.created_at, o.paid_at
"""
_JOINED = """
      JOIN plans p ON p.id = o.plan_id
      LEFT JOIN address_pools a ON a.id = p.pool_id
      LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
      LEFT JOIN tax_invoice_requests t ON t.order_id = o.id
      LEFT JOIN refunds r ON r.order_id = o.id
      LEFT JOIN LATERAL (
           SELECT min(starts_at) AS starts_at, max(ends_at) AS ends_at
             FROM service_periods WHERE order_id = o.id) period ON true
      LEFT JOIN LATERAL (
           SELECT g.expires_at,
                  g.amount + (SELECT coalesce(sum(amount), 0) FROM ticket_entries WHERE grant_id = g.id) AS unused
             FROM ticket_entries g WHERE g.order_id = o.id AND g.kind = 'granted') tickets ON true
"""

_ONE = "FROM (SELECT * FROM orders WHERE id = %(order_id)s AND member_id = %(member)s) o"
_PAGE = """
      FROM (SELECT * FROM orders WHERE member_id = %(member)s
             ORDER BY created_at DESC, id LIMIT %(limit)s OFFSET %(offset)s) o
"""
_NEWEST_FIRST = "ORDER BY o.created_at DESC, o.id"


async def find_facts(conn: Connection, order_id: str, member: MemberId) -> OrderFacts | None:
    """None where this member has no such order."""
    return await fetch_optional(
        conn,
        OrderFacts,
        _FACTS + _ONE + _JOINED,
        order_id=order_id,
        member=member,
    )


async def list_facts(conn: Connection, member: MemberId, *, limit: int, offset: int) -> list[OrderFacts]:
    """A page of a member's orders, newest first."""
    return await fetch_all(
        conn,
        OrderFacts,
        _FACTS + _PAGE + _JOINED + _NEWEST_FIRST,
        member=member,
        limit=limit,
        offset=offset,
    )


async def count_orders(conn: Connection, member: MemberId) -> int:
    return await fetch_one(
        conn, int, "SELECT count(*) FROM orders WHERE member_id = %(member)s", member=member
    )


async def list_services(conn: Connection, orders: list[OrderId]) -> list[ServiceOfOrder]:
    """What these orders paid for, each service with the address that it had last."""
    return await fetch_all(
        conn,
        ServiceOfOrder,
        """
        SELECT s.order_id, s.service_id AS id, host(e.address) AS address
          FROM service_periods s
          LEFT JOIN LATERAL (
               SELECT address_id FROM leases WHERE service_id = s.service_id ORDER BY id DESC LIMIT 1) l ON true
          LEFT JOIN exit_addresses e ON e.id = l.address_id
         WHERE s.order_id = ANY(%(orders)s)
         ORDER BY s.order_id, s.service_id
        """,
        orders=orders,
    )
