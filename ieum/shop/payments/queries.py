"""Rows of payments. Every change locks the order's row first."""

from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.orders.types import OrderId
from ieum.shop.payments.provider import Deposit, ProviderPayment
from ieum.shop.payments.types import Charge, Payment, PaymentId

_PAYMENT: LiteralString = """
    SELECT y.id, y.order_id, y.attempt, y.channel, y.provider_order_id, y.payment_key, y.billing_method_id, y.amount,
           y.cancelled_amount, y.state, y.refusal_code, y.requested_at, y.reversed_at, y.held_after_refund_at
      FROM payments y
"""
_UPDATE: LiteralString = "UPDATE payments SET "


async def _find(conn: Connection, which: LiteralString, **params: object) -> Payment | None:
    return await fetch_optional(conn, Payment, _PAYMENT + which, **params)


async def _update(conn: Connection, payment: PaymentId, changes: LiteralString, **params: object) -> None:
    await execute(conn, _UPDATE + changes + " WHERE id = %(payment)s", payment=payment, **params)


async def find_open(conn: Connection, order_id: str) -> Payment | None:
    """The attempt that has, or may have, moved money: an order has one at most."""
    return await _find(conn, "WHERE y.order_id = %(order_id)s AND y.state <> 'refused'", order_id=order_id)


async def find_newest(conn: Connection, provider_order_id: str) -> Payment | None:
    """The attempt that the provider means by this order id: of several, one that is not refused, else the last."""
    return await _find(
        conn,
        """
         WHERE y.provider_order_id = %(provider_order_id)s ORDER BY (y.state <> 'refused') DESC, y.id DESC LIMIT 1
        """,
        provider_order_id=provider_order_id,
    )


async def find_by_key(conn: Connection, payment_key: str) -> Payment | None:
    return await _find(conn, "WHERE y.payment_key = %(payment_key)s", payment_key=payment_key)


async def find_refused(conn: Connection, order_id: str, payment: ProviderPayment) -> Payment | None:
    """The refused attempt that this money belongs to.

    A refused charge may have no payment key, because its answer never arrived.
    """
    return await _find(
        conn,
        """
         WHERE y.order_id = %(order_id)s AND y.state = 'refused' AND y.provider_order_id = %(provider_order_id)s
           AND (y.payment_key = %(payment_key)s OR (y.payment_key IS NULL AND y.channel = 'billing'))
         ORDER BY y.payment_key NULLS LAST, y.id DESC LIMIT 1
        """,
        order_id=order_id,
        provider_order_id=payment.order_id,
        payment_key=payment.payment_key,
    )


async def get(conn: Connection, payment: PaymentId) -> Payment:
    return await fetch_one(conn, Payment, _PAYMENT + "WHERE y.id = %(payment)s", payment=payment)


async def find_secret(conn: Connection, provider_order_id: str) -> str | None:
    """The secret that deposit webhooks about this order carry; None where the provider has given none yet."""
    return await fetch_optional(
        conn,
        str,
        """
        SELECT secret FROM payments
         WHERE provider_order_id = %(provider_order_id)s AND secret IS NOT NULL
         ORDER BY id DESC LIMIT 1
        """,
        provider_order_id=provider_order_id,
    )


async def insert_attempt(conn: Connection, order_id: str, *, payment_key: str, amount: int) -> Payment | None:
    """None where this payment key was used before, for this order or another."""
    return await fetch_optional(
        conn,
        Payment,
        """
        INSERT INTO payments AS y (order_id, attempt, payment_key, amount, provider_order_id)
        SELECT %(order_id)s, 1 + count(*), %(payment_key)s, %(amount)s, %(order_id)s
          FROM payments WHERE order_id = %(order_id)s
        ON CONFLICT (payment_key) DO NOTHING
        RETURNING y.id, y.order_id, y.attempt, y.channel, y.provider_order_id, y.payment_key, y.billing_method_id,
                  y.amount, y.cancelled_amount, y.state, y.refusal_code, y.requested_at, y.reversed_at,
                  y.held_after_refund_at
        """,
        order_id=order_id,
        payment_key=payment_key,
        amount=amount,
    )


async def insert_charge(conn: Connection, order_id: str, *, method: int, amount: int) -> Payment:
    """Every charge gets an order id of its own at the provider, which accepts each id only once."""
    return await fetch_one(
        conn,
        Payment,
        """
        INSERT INTO payments AS y (order_id, attempt, amount, channel, billing_method_id, provider_order_id)
        SELECT %(order_id)s, 1 + count(*), %(amount)s, 'billing', %(method)s, %(order_id)s || '-' || 1 + count(*)
          FROM payments WHERE order_id = %(order_id)s
        RETURNING y.id, y.order_id, y.attempt, y.channel, y.provider_order_id, y.payment_key, y.billing_method_id,
                  y.amount, y.cancelled_amount, y.state, y.refusal_code, y.requested_at, y.reversed_at,
                  y.held_after_refund_at
        """,
        order_id=order_id,
        method=method,
        amount=amount,
    )


async def get_charge(conn: Connection, payment: PaymentId) -> Charge | None:
    """Find what charging the card needs; None if the card was removed, even while its key is not deleted yet."""
    return await fetch_optional(
        conn,
        Charge,
        """
        SELECT b.sealed_key, m.id AS member_id, m.customer_key, m.name AS customer_name, m.email AS customer_email,
               sold.name AS plan_name, o.months, o.quantity
          FROM payments y
          JOIN billing_methods b ON b.id = y.billing_method_id AND b.state = 'active'
          JOIN orders o ON o.id = y.order_id
          JOIN members m ON m.id = o.member_id
          JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
         WHERE y.id = %(payment)s
        """,
        payment=payment,
    )


async def mark_approved(conn: Connection, payment: PaymentId, facts: ProviderPayment) -> None:
    await _update(
        conn,
        payment,
        """
        state = 'approved', approved_at = coalesce(%(approved_at)s, now()), payment_key = %(payment_key)s,
        method = %(method)s, receipt_url = %(receipt_url)s, cash_receipt_url = %(cash_receipt_url)s
        """,
        **msgspec.structs.asdict(facts),
    )


async def mark_depositing(
    conn: Connection, payment: PaymentId, facts: ProviderPayment, deposit: Deposit
) -> None:
    """Record an issued virtual account, with the secret of its webhooks: a later look-up may not return it."""
    await _update(
        conn,
        payment,
        """
        state = 'depositing', method = %(method)s, receipt_url = %(receipt_url)s, secret = coalesce(%(secret)s, secret),
        bank_code = %(bank_code)s, account_number = %(account_number)s, looked_at = now()
        """,
        **msgspec.structs.asdict(facts),
        **msgspec.structs.asdict(deposit),
    )


async def mark_refused(conn: Connection, payment: PaymentId, code: str, message: str = "") -> None:
    """`message` is the provider's own sentence, for operators."""
    await _update(
        conn,
        payment,
        "state = 'refused', refusal_code = %(code)s, refusal_message = nullif(%(message)s, '')",
        code=code,
        message=message,
    )


async def mark_cancelling(conn: Connection, payment: PaymentId, reason: str) -> None:
    await _update(conn, payment, "state = 'cancelling', cancel_reason = %(reason)s", reason=reason)


async def mark_cancelled(conn: Connection, payment: PaymentId, *, returned: int, refunded: int) -> None:
    """Record how much has gone back in all; where that is nothing, the payment is `approved` again.

    Of it, `refunded` is what a refund owed. More than that went back elsewhere.
    """
    await _update(
        conn,
        payment,
        """
        state = CASE WHEN %(returned)s > 0 THEN 'cancelled' ELSE 'approved' END,
        cancelled_at = CASE WHEN %(returned)s > 0 THEN now() END, cancelled_amount = %(returned)s,
        cancelled_elsewhere = least(%(returned)s, greatest(cancelled_elsewhere, %(returned)s - %(refunded)s)),
        cancelled_elsewhere_at = CASE WHEN %(returned)s - %(refunded)s > cancelled_elsewhere THEN now()
                                      ELSE cancelled_elsewhere_at END
        """,
        returned=returned,
        refunded=refunded,
    )


async def note_returned(conn: Connection, payment: PaymentId, *, returned: int) -> None:
    """Record how much has gone back in all while a refund is under way, which owes the less for it."""
    await _update(
        conn, payment, "cancelled_amount = greatest(cancelled_amount, %(returned)s)", returned=returned
    )


async def note_returned_elsewhere(conn: Connection, payment: PaymentId, *, returned: int) -> None:
    """Record how much has gone back in all, the newest part of it not by a refund of ours."""
    await _update(
        conn,
        payment,
        """
        cancelled_elsewhere = cancelled_elsewhere + %(returned)s - cancelled_amount, cancelled_elsewhere_at = now(),
        cancelled_amount = %(returned)s
        """,
        returned=returned,
    )


async def mark_reversed(conn: Connection, payment: PaymentId) -> None:
    """Record that the bank took the deposit back; the first time counts."""
    await _update(conn, payment, "reversed_at = coalesce(reversed_at, now()), held_after_refund_at = NULL")


async def unmark_reversed(conn: Connection, payment: PaymentId) -> None:
    """Record that a deposit is there again that the bank had taken back."""
    await _update(conn, payment, "reversed_at = NULL")


async def mark_held_after_refund(conn: Connection, payment: PaymentId) -> None:
    """Record that a deposit is there again whose order has been refunded meanwhile."""
    await _update(conn, payment, "reversed_at = NULL, held_after_refund_at = now()")


async def unmark_held_after_refund(conn: Connection, payment: PaymentId) -> None:
    """Record that an operator has decided what becomes of money that came after the refund."""
    await _update(conn, payment, "held_after_refund_at = NULL")


async def revive(conn: Connection, payment: PaymentId) -> None:
    """Reopen a refused attempt. The order must have no other open attempt."""
    await execute(
        conn,
        """
        UPDATE payments SET state = 'confirming', refusal_code = NULL, refusal_message = NULL
         WHERE id = %(payment)s AND state = 'refused'
        """,
        payment=payment,
    )


async def note_looked_at(conn: Connection, payment: PaymentId) -> None:
    await _update(conn, payment, "looked_at = now()")


async def list_unsettled(
    conn: Connection, *, older_than_seconds: int, deposits_seconds: int
) -> list[Payment]:
    """Attempts whose outcome is open, oldest first. Unpaid virtual accounts come up less often than the others."""
    return await fetch_all(
        conn,
        Payment,
        _PAYMENT
        + """
         WHERE (y.state = 'confirming' AND y.requested_at < now() - make_interval(secs => %(seconds)s))
            OR (y.state = 'depositing'
                AND coalesce(y.looked_at, y.requested_at) < now() - make_interval(secs => %(deposits)s))
         ORDER BY y.requested_at, y.id
         LIMIT 500
        """,
        seconds=older_than_seconds,
        deposits=deposits_seconds,
    )


async def may_change(conn: Connection, provider_order_id: str, *, reversal: bool) -> bool:
    """Tell whether the order exists and news of its payment could change it.

    A paid order, and one whose refund waits for somebody, can only be changed by a `reversal`: news that its money went
    back. So can a refunded one while some of its money is left. Where that was a deposit, which can be paid in again,
    all news counts, even after a refund.
    """
    return await any_row(
        conn,
        """
        SELECT 1 FROM orders o
         WHERE id IN (SELECT %(provider_order_id)s
                      UNION SELECT order_id FROM payments WHERE provider_order_id = %(provider_order_id)s)
           AND (state NOT IN ('paid', 'refunding', 'refunded') OR (%(reversal)s AND state IN ('paid', 'refunding'))
                OR EXISTS (SELECT 1 FROM payments y
                            WHERE y.order_id = o.id
                              AND (y.reversed_at IS NOT NULL OR y.held_after_refund_at IS NOT NULL
                                   OR (%(reversal)s AND y.state = 'cancelled' AND y.amount > y.cancelled_amount))))
         LIMIT 1
        """,
        provider_order_id=provider_order_id,
        reversal=reversal,
    )


async def find_order_of(conn: Connection, provider_order_id: str) -> OrderId | None:
    """The order that the provider means by this id: the order's own id, or the id of one of its charges."""
    return await fetch_optional(
        conn,
        OrderId,
        """
        SELECT id FROM orders WHERE id = %(provider_order_id)s
        UNION
        SELECT order_id FROM payments WHERE provider_order_id = %(provider_order_id)s
        LIMIT 1
        """,
        provider_order_id=provider_order_id,
    )
