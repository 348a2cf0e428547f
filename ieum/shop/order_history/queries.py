"""SQL that reads orders as they are listed, shown and put into contracts."""

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.order_history.types import AgreedText, ContractBuyer, OpenOrders, OrderRow, Seller

# An order whose hold or deposit is overdue shows as expired even before the job has marked it. The orders are limited
# in a subquery before the joins, so that PostgreSQL reads only the rows of each table that belong to the page.
_COLUMNS = """
    SELECT o.id, o.failure_code, o.kind, sold.kind AS plan_kind, o.plan_id, sold.name AS plan_name,
           sold.carrier, sold.region, o.months, o.quantity, o.payment_type,
           o.method, o.cash_receipt,
           CASE WHEN o.state = 'awaiting_payment' AND o.hold_until < now()
                  OR o.state = 'awaiting_deposit' AND o.deposit_due_at < now()
                THEN 'expired' ELSE o.state END AS state,
           o.list_amount, o.discount_amount, o.quantity_discount_amount, o.points_used, o.amount, o.points_earned,
           o.service_id, o.subscription_id,
           CASE sold.kind WHEN 'ticket' THEN o.paid_at ELSE period.starts_at END AS starts_at,
           CASE sold.kind WHEN 'ticket' THEN tickets.expires_at ELSE period.ends_at END AS ends_at,
           coalesce(period.services, '[]') AS services,
           coalesce(tickets.left_over - tickets.tried, 0) AS tickets_left,
           y.method AS payment_method, y.receipt_url, y.cash_receipt_url, y.bank_code, y.account_number,
           CASE WHEN o.state = 'confirming' AND y.channel = 'normal'
                THEN y.requested_at + interval '11 minutes' END AS outcome_by,
           o.deposit_due_at, t.requested_at AS tax_invoice_at,
           t.issued_at AS tax_invoice_issued_at, t.issued_number AS tax_invoice_number,
           t.refused_at AS tax_invoice_refused_at, t.refusal_reason AS tax_invoice_refusal,
           r.state AS refund_state, r.mode AS refund_mode, r.amount AS refund_amount,
           r.points_returned AS refund_points, r.calculation -> 'lines' AS refund_lines,
           r.requested_at AS refund_requested_at, r.completed_at AS refund_completed_at, o.created_at, o.paid_at,
           o.refund_mode AS refund_rule, o.refund_penalty_percent, o.refund_shortest_amount
"""
_JOINS = """
      JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
      LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
      LEFT JOIN tax_invoice_requests t ON t.order_id = o.id
      LEFT JOIN refunds r ON r.order_id = o.id
      LEFT JOIN LATERAL (
           SELECT min(s.starts_at) AS starts_at, max(s.ends_at) AS ends_at,
                  json_agg(json_build_object('id', s.service_id, 'address', host(e.address)) ORDER BY s.service_id)
                      AS services
             FROM service_periods s
             LEFT JOIN LATERAL (
                  -- The address that the order's period began with: later changes are none of its contract.
                  SELECT address_id FROM leases WHERE service_id = s.service_id AND active_at IS NOT NULL
                   ORDER BY active_at < s.starts_at DESC, CASE WHEN active_at < s.starts_at THEN -id ELSE id END
                   LIMIT 1) l ON true
             LEFT JOIN exit_addresses e ON e.id = l.address_id
            WHERE s.order_id = o.id) period ON true
      LEFT JOIN ticket_grants tickets ON tickets.order_id = o.id
"""

# What a member brought from another shop has an order of nothing, which is none that they have made.
_SINGLE = "FROM (SELECT * FROM orders WHERE id = %(order_id)s AND member_id = %(member)s) o"
_PAGE = """
      FROM (SELECT * FROM orders WHERE member_id = %(member)s AND (amount > 0 OR points_used > 0)
             ORDER BY created_at DESC, id LIMIT %(limit)s OFFSET %(offset)s) o
"""
_NEWEST_FIRST = "ORDER BY o.created_at DESC, o.id"


async def find_order(conn: Connection, order_id: str, member: MemberId) -> OrderRow | None:
    """None where this member has no such order."""
    return await fetch_optional(
        conn,
        OrderRow,
        _COLUMNS + _SINGLE + _JOINS,
        order_id=order_id,
        member=member,
    )


async def list_orders(conn: Connection, member: MemberId, *, limit: int, offset: int) -> list[OrderRow]:
    """A page of a member's orders, newest first."""
    return await fetch_all(
        conn,
        OrderRow,
        _COLUMNS + _PAGE + _JOINS + _NEWEST_FIRST,
        member=member,
        limit=limit,
        offset=offset,
    )


async def count_orders(conn: Connection, member: MemberId) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT count(*) FROM orders WHERE member_id = %(member)s AND (amount > 0 OR points_used > 0)",
        member=member,
    )


async def list_open(conn: Connection, member: MemberId) -> OpenOrders:
    """Fetch the orders that are not settled, or were paid within the last quarter of an hour, the newest first.

    Later charges of recurring payments are left out: no buyer made them.
    """
    return await fetch_one(
        conn,
        OpenOrders,
        """
        SELECT ARRAY(
               SELECT json_build_object(
                          'orderId', o.id, 'planId', o.plan_id, 'planKind', sold.kind, 'planName', sold.name,
                          'months', o.months, 'quantity', o.quantity, 'amount', o.amount, 'serviceId', o.service_id,
                          'state', o.state,
                          'until', CASE o.state WHEN 'awaiting_payment' THEN o.hold_until
                                                WHEN 'awaiting_deposit' THEN o.deposit_due_at
                                                WHEN 'confirming' THEN y.requested_at + interval '11 minutes' END)
                 FROM orders o
                 JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
                 LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused' AND y.channel = 'normal'
                WHERE o.member_id = %(member)s AND coalesce(o.period, 1) = 1
                  AND (o.state = 'confirming'
                       OR (o.state = 'awaiting_payment' AND o.hold_until >= now())
                       OR (o.state = 'awaiting_deposit' AND o.deposit_due_at >= now())
                       OR (o.state = 'paid' AND o.paid_at > now() - interval '15 minutes'))
                ORDER BY o.created_at DESC, o.id
                LIMIT 10) AS items,
               has_paid_before(%(member)s) AS "hasPaidBefore"
        """,
        member=member,
    )


async def get_buyer(conn: Connection, member: MemberId) -> ContractBuyer:
    """The buyer, not masked yet."""
    return await fetch_one(
        conn,
        ContractBuyer,
        "SELECT name, login_id, email, phone FROM members WHERE id = %(member)s",
        member=member,
    )


async def get_seller(conn: Connection, order_id: str) -> Seller:
    """The shop as it named itself when the order was placed."""
    return await fetch_one(
        conn,
        Seller,
        """
        SELECT s.name, s.representative AS ceo, s.business_licence AS "businessNumber",
               s.mail_order_licence AS "mailOrderNumber", s.address, s.phone AS tel, s.mail AS email
          FROM order_lines sold
          JOIN sellers s ON s.id = sold.seller_id
         WHERE sold.order_id = %(order_id)s AND sold.number = 1
        """,
        order_id=order_id,
    )


async def list_agreed_texts(conn: Connection, order_id: str) -> list[AgreedText]:
    """The terms that the order was made under, whole, and the documents that were ticked at the checkout.

    Where the shop had published none, the terms are those that the buyer had agreed to before.
    A later charge of a subscription has no checkout of its own: what was ticked for the first charge counts.
    """
    return await fetch_all(
        conn,
        AgreedText,
        """
        WITH ordered AS (
            SELECT o.member_id, o.created_at, coalesce(first.id, o.id) AS id, o.terms_entry_id, o.terms_number,
                   coalesce(first.created_at, o.created_at) AS agreed_at
              FROM orders o
              LEFT JOIN orders first ON first.subscription_id = o.subscription_id AND first.period = 1
             WHERE o.id = %(order_id)s
        ), agreed AS (
            (SELECT c.* FROM consents c JOIN ordered o ON o.member_id = c.member_id
              WHERE c.document_key = 'terms' AND c.agreed AND c.recorded_at <= o.created_at
                AND o.terms_entry_id IS NULL
              ORDER BY c.recorded_at DESC, c.id DESC LIMIT 1)
            UNION ALL
            (SELECT c.* FROM consents c JOIN ordered o ON o.id = c.order_id WHERE c.agreed)
        )
        SELECT title, version, body, agreed_at AS "agreedAt"
          FROM (SELECT d.title, d.version, d.body, a.recorded_at AS agreed_at, d.purpose, d.position, a.id
                  FROM agreed a
                  JOIN agreement_documents d ON d.key = a.document_key AND d.version = a.version
                 UNION ALL
                SELECT v.title, e.edition, v.plain_text, o.agreed_at, 'sign-up', 0, 0
                  FROM ordered o
                  JOIN content_entries e ON e.id = o.terms_entry_id
                  JOIN content_versions v ON v.entry_id = e.id AND v.number = o.terms_number) texts
         ORDER BY purpose DESC, position, id
        """,
        order_id=order_id,
    )
