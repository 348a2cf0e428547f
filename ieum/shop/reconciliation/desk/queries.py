"""Queries on alarms, and on our side of payments that differ."""

from typing import LiteralString

from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.db import Connection, fetch_all, fetch_optional
from ieum.shop.reconciliation.desk.types import AlarmLine, BookCheck, OurSide

# One a night and kind: two months.
CHECKS = 120
# More payments than one order has attempts.
PAYMENTS = 20

# What a provider knows by its own order id is written before the payment key, with a space between them.
_LINE: LiteralString = """
    a.id, a.kind, a.reference, a.detail, a.raised_at AS "raisedAt", a.cleared_at AS "clearedAt",
    a.cleared_by AS "clearedBy", o.id AS "orderId", '' AS about, '' AS title, '' AS means, '' AS todo
"""
_SOURCE: LiteralString = "alarms a LEFT JOIN orders o ON o.id = split_part(a.reference, ' ', 1)"
_NEWEST = Order(
    by="a.raised_at DESC, a.id DESC",
    beyond="(a.raised_at, a.id) < (%(cursor_0)s::timestamptz, %(cursor_1)s::bigint)",
    width=2,
)


async def list_alarms(conn: Connection, where: Where, *, after: str | None, size: int) -> Listed[AlarmLine]:
    return await fetch_listed(
        conn,
        AlarmLine,
        select=_LINE,
        source=_SOURCE,
        where=where,
        order=_NEWEST,
        cursor=lambda line: (line.raised_at.isoformat(), line.id),
        after=after,
        size=size,
        counted="alarms a",
    )


async def find(conn: Connection, alarm: int) -> AlarmLine | None:
    return await fetch_optional(
        conn, AlarmLine, f"SELECT {_LINE} FROM {_SOURCE} WHERE a.id = %(alarm)s", alarm=alarm
    )


async def list_payments(conn: Connection, reference: str) -> list[OurSide]:
    """The payments that an alarm is about: those of the order that it names, by our id or the provider's."""
    return await fetch_all(
        conn,
        OurSide,
        """
        SELECT y.order_id AS "orderId", o.state AS "orderState", y.channel, y.state, y.amount,
               y.cancelled_amount AS "cancelledAmount", y.requested_at AS "requestedAt",
               y.approved_at AS "approvedAt", y.reversed_at AS "reversedAt",
               y.provider_order_id AS "providerOrderId", y.payment_key AS "paymentKey"
          FROM payments y JOIN orders o ON o.id = y.order_id
         WHERE y.order_id = split_part(%(reference)s, ' ', 1)
            OR y.provider_order_id = split_part(%(reference)s, ' ', 1)
         ORDER BY y.requested_at DESC, y.id DESC LIMIT %(most)s
        """,
        reference=reference,
        most=PAYMENTS,
    )


async def list_checks(conn: Connection) -> list[BookCheck]:
    """The newest checks of both kinds."""
    return await fetch_all(
        conn,
        BookCheck,
        """
        SELECT id, kind, day, checked_at AS "checkedAt", totals, differences FROM (
            (SELECT * FROM book_checks WHERE kind = 'provider' ORDER BY checked_at DESC LIMIT %(each)s)
             UNION ALL
            (SELECT * FROM book_checks WHERE kind = 'ledger' ORDER BY checked_at DESC LIMIT %(each)s)
        ) checked
         ORDER BY checked_at DESC, id DESC
        """,
        each=CHECKS // 2,
    )
