"""Reads of orders that wait for money on a virtual account."""

from typing import LiteralString

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.payments.types import AwaitedDeposit, PaymentId

_AWAITED: LiteralString = """
    SELECT o.id AS order_id, o.member_id, m.name, m.email, m.phone, sold.name AS plan_name, o.amount,
           y.bank_code, y.account_number, o.deposit_due_at AS due_at
      FROM orders o
      JOIN payments y ON y.order_id = o.id AND y.state = 'depositing'
      JOIN members m ON m.id = o.member_id
      JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
"""


async def get_awaited(conn: Connection, order_id: str) -> AwaitedDeposit:
    return await fetch_one(conn, AwaitedDeposit, _AWAITED + "WHERE o.id = %(order_id)s", order_id=order_id)


async def list_lapsed(conn: Connection) -> list[PaymentId]:
    """Virtual accounts that nobody paid into in time, the most overdue first."""
    return await fetch_all(
        conn,
        PaymentId,
        """
        SELECT y.id FROM orders o
          JOIN payments y ON y.order_id = o.id AND y.state = 'depositing'
         WHERE o.state = 'awaiting_deposit' AND o.deposit_due_at <= now()
         ORDER BY o.deposit_due_at, y.id
         LIMIT 500
        """,
    )


async def lock_to_remind(conn: Connection, *, limit: int) -> list[AwaitedDeposit]:
    """Lock open deposits whose reminder is due: a quarter of their time is left, at least an hour, at most half."""
    return await fetch_all(
        conn,
        AwaitedDeposit,
        _AWAITED
        + """
         WHERE o.state = 'awaiting_deposit' AND o.reminded_at IS NULL AND o.deposit_due_at > now()
           AND o.deposit_due_at - now() <= least(
                   greatest((o.deposit_due_at - y.requested_at) / 4, interval '1 hour'),
                   (o.deposit_due_at - y.requested_at) / 2)
         ORDER BY o.deposit_due_at, o.id
         LIMIT %(limit)s
           FOR UPDATE OF o SKIP LOCKED
        """,
        limit=limit,
    )
