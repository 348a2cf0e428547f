"""Rows of payments. Whoever changes one has locked its order first."""

from ieum.shop.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.orders.types import OrderId
from ieum.shop.payments.provider import ProviderPayment
from ieum.shop.payments.types import Payment, PaymentId


async def find_open(conn: Connection, order_id: str) -> Payment | None:
    """The one attempt that carries, or may carry, the money."""
    return await fetch_optional(
        conn,
        Payment,
        """
        SELECT id, order_id, attempt, payment_key, amount, state, requested_at
          FROM payments WHERE order_id = %(order_id)s AND state <> 'refused'
        """,
        order_id=order_id,
    )


async def find_order_of_key(conn: Connection, payment_key: str) -> OrderId | None:
    return await fetch_optional(
        conn, OrderId, "SELECT order_id FROM payments WHERE payment_key = %(key)s", key=payment_key
    )


async def insert_attempt(conn: Connection, order_id: str, *, payment_key: str, amount: int) -> Payment | None:
    """None where the provider's key was used before, for this order or another."""
    return await fetch_optional(
        conn,
        Payment,
        """
        INSERT INTO payments (order_id, attempt, payment_key, amount, provider_order_id)
        SELECT %(order_id)s, 1 + count(*), %(payment_key)s, %(amount)s, %(order_id)s
          FROM payments WHERE order_id = %(order_id)s
        ON CONFLICT (payment_key) DO NOTHING
        RETURNING id, order_id, attempt, payment_key, amount, state, requested_at
        """,
        order_id=order_id,
        payment_key=payment_key,
        amount=amount,
    )


async def get(conn: Connection, payment: PaymentId) -> Payment:
    return await fetch_one(
        conn,
        Payment,
        """
        SELECT id, order_id, attempt, payment_key, amount, state, requested_at
          FROM payments WHERE id = %(payment)s
        """,
        payment=payment,
    )


async def mark_approved(conn: Connection, payment: PaymentId, facts: ProviderPayment) -> None:
    await execute(
        conn,
        """
        UPDATE payments
           SET state = 'approved', approved_at = coalesce(%(approved_at)s, now()), method = %(method)s,
               receipt_url = %(receipt_url)s
         WHERE id = %(payment)s
        """,
        payment=payment,
        approved_at=facts.approved_at,
        method=facts.method,
        receipt_url=facts.receipt_url,
    )


async def mark_refused(conn: Connection, payment: PaymentId, code: str) -> None:
    await execute(
        conn,
        "UPDATE payments SET state = 'refused', refusal_code = %(code)s WHERE id = %(payment)s",
        payment=payment,
        code=code,
    )


async def mark_cancelling(conn: Connection, payment: PaymentId, reason: str) -> None:
    await execute(
        conn,
        "UPDATE payments SET state = 'cancelling', cancel_reason = %(reason)s WHERE id = %(payment)s",
        payment=payment,
        reason=reason,
    )


async def mark_cancelled(conn: Connection, payment: PaymentId, *, returned: int) -> None:
    """So much of it has gone back in all; where nothing has, it is as if nobody had tried."""
    await execute(
        conn,
        """
        UPDATE payments
           SET state = CASE WHEN %(returned)s > 0 THEN 'cancelled' ELSE 'approved' END,
               cancelled_at = CASE WHEN %(returned)s > 0 THEN now() END, cancelled_amount = %(returned)s
         WHERE id = %(payment)s
        """,
        payment=payment,
        returned=returned,
    )


async def list_unsettled(conn: Connection, *, older_than_seconds: int) -> list[Payment]:
    """Attempts whose outcome is open, oldest first."""
    return await fetch_all(
        conn,
        Payment,
        """
        SELECT id, order_id, attempt, payment_key, amount, state, requested_at
          FROM payments
         WHERE state = 'confirming'
           AND requested_at < now() - make_interval(secs => %(seconds)s)
         ORDER BY requested_at, id
         LIMIT 500
        """,
        seconds=older_than_seconds,
    )
