"""Queries on alarms, and on our side of payments that differ."""

from ieum.shop.kernel.db import Connection, fetch_all, fetch_optional
from ieum.shop.reconciliation.desk.listed import ALARMS
from ieum.shop.reconciliation.desk.types import AlarmLine, BookCheck, OurSide

# One a night and kind: two months.
CHECKS = 120
# More payments than one order has attempts.
PAYMENTS = 20


async def find(conn: Connection, alarm: int) -> AlarmLine | None:
    return await fetch_optional(
        conn, AlarmLine, f"SELECT {ALARMS.line} FROM {ALARMS.source} WHERE a.id = %(alarm)s", alarm=alarm
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
