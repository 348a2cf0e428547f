"""Reads the parts of an order's page."""

from ieum.shop.desk.types import ApprovalId
from ieum.shop.kernel.db import Connection, fetch_all, fetch_optional
from ieum.shop.order_desk.listed import BUYER
from ieum.shop.order_desk.types import (
    DeliveredService,
    OrderAlarm,
    OrderFacts,
    OrderMessage,
    OrderPoints,
    PaymentLine,
    RefundFacts,
)


async def find_order(conn: Connection, order_id: str) -> OrderFacts | None:
    return await fetch_optional(
        conn,
        OrderFacts,
        f"""
        SELECT o.id, o.kind, o.state, o.failure_code, o.plan_id, sold.name AS plan_name, sold.kind AS plan_kind,
               o.months, o.quantity, o.payment_type, o.method, o.list_amount, o.discount_amount,
               o.quantity_discount_amount, o.points_used, o.amount, o.points_earned, o.subscription_id, o.period,
               o.service_id, o.cash_receipt, t.requested_at AS tax_invoice_at,
               replace(o.trace::text, '-', '') AS trace, o.created_at, o.hold_until, o.deposit_due_at, o.paid_at,
               o.closed_at,
               {BUYER} AS buyer
          FROM orders o
          JOIN members m ON m.id = o.member_id
          JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
          LEFT JOIN tax_invoice_requests t ON t.order_id = o.id
         WHERE o.id = %(order_id)s
        """,
        order_id=order_id,
    )


async def list_payments(conn: Connection, order_id: str) -> list[PaymentLine]:
    """Newest first. `bank` is the provider's code yet, and the card is as it was stored."""
    return await fetch_all(
        conn,
        PaymentLine,
        """
        SELECT y.attempt, y.state, y.amount, y.payment_key, y.provider_order_id, y.method, b.card_number AS card,
               y.bank_code AS bank, y.account_number AS account, y.refusal_code, y.refusal_message, y.requested_at,
               y.approved_at, y.cancelled_amount, y.cancelled_elsewhere, y.cancelled_elsewhere_at, y.cancelled_at,
               y.reversed_at, y.held_after_refund_at, y.receipt_url, y.cash_receipt_url,
               replace(y.trace::text, '-', '') AS trace
          FROM payments y
          LEFT JOIN billing_methods b ON b.id = y.billing_method_id
         WHERE y.order_id = %(order_id)s
         ORDER BY y.attempt DESC
        """,
        order_id=order_id,
    )


async def find_refund(conn: Connection, order_id: str) -> RefundFacts | None:
    return await fetch_optional(
        conn,
        RefundFacts,
        """
        SELECT state, mode, amount, points_returned AS points, points_clawed_back,
               coalesce(calculation -> 'lines', '[]') AS lines, reason, requested_by, settled_by, tries,
               sealed_account IS NOT NULL AS has_account, refusal_code, refusal_message, requested_at, tried_at,
               completed_at
          FROM refunds WHERE order_id = %(order_id)s
        """,
        order_id=order_id,
    )


async def list_services(conn: Connection, order_id: str) -> list[DeliveredService]:
    return await fetch_all(
        conn,
        DeliveredService,
        """
        SELECT s.id, host(e.address) AS address, s.state, p.starts_at, p.ends_at, p.refunded_at
          FROM service_periods p
          JOIN services s ON s.id = p.service_id
          LEFT JOIN leases l ON l.service_id = s.id AND l.state = 'active'
          LEFT JOIN exit_addresses e ON e.id = l.address_id
         WHERE p.order_id = %(order_id)s
         ORDER BY s.id
        """,
        order_id=order_id,
    )


async def list_points(conn: Connection, order_id: str) -> list[OrderPoints]:
    return await fetch_all(
        conn,
        OrderPoints,
        "SELECT kind, amount, created_at FROM point_entries WHERE order_id = %(order_id)s ORDER BY id",
        order_id=order_id,
    )


async def list_messages(conn: Connection, order_id: str, member: int) -> list[OrderMessage]:
    """List messages to the buyer about this order, newest first; recipients are not masked yet."""
    return await fetch_all(
        conn,
        OrderMessage,
        """
        WITH RECURSIVE told AS (
            SELECT * FROM messages
             WHERE member_id = %(member)s
               AND (reference LIKE '%%:' || %(order_id)s OR reference LIKE '%%:' || %(order_id)s || ':%%')
            UNION ALL
            SELECT m.* FROM messages m JOIN told ON m.reference = 'again:' || told.id AND m.channel = told.channel
        )
        SELECT id, channel, recipient, subject, created_at, sent_at, given_up_at, refusal,
               (sent_at IS NOT NULL OR given_up_at IS NOT NULL) AND code_until IS NULL
               AND body <> '' AND recipient <> ''
               AND NOT EXISTS (SELECT FROM messages c
                                WHERE c.reference = 'again:' || t.id AND c.channel = t.channel) AS may_send_again
          FROM told t
         ORDER BY created_at DESC, id DESC
        """,
        order_id=order_id,
        member=member,
    )


async def list_alarms(conn: Connection, order_id: str) -> list[OrderAlarm]:
    """List alarms: standing ones first, then the newest."""
    return await fetch_all(
        conn,
        OrderAlarm,
        """
        SELECT kind, detail, raised_at, cleared_at, cleared_by FROM alarms
         WHERE reference = %(order_id)s ORDER BY (cleared_at IS NULL) DESC, raised_at DESC, id DESC
        """,
        order_id=order_id,
    )


async def list_asked(conn: Connection, action: str, order_id: str) -> list[ApprovalId]:
    """Wishes about this order that wait for a second person."""
    return await fetch_all(
        conn,
        ApprovalId,
        """
        SELECT id FROM staff_approvals
         WHERE action = %(action)s AND state = 'asked' AND asked_at > now() - interval '7 days'
           AND params ->> 'target' = %(order_id)s
         ORDER BY id
        """,
        action=action,
        order_id=order_id,
    )
