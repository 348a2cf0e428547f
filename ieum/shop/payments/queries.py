"""Rows of payments. Whoever changes one has locked its order first."""

from typing import LiteralString

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.orders.types import OrderId
from ieum.shop.payments.provider import Deposit, ProviderPayment
from ieum.shop.payments.types import Charge, Payment, PaymentId

_PAYMENT: LiteralString = """
    SELECT y.id, y.order_id, y.attempt, y.channel, y.provider_order_id, y.payment_key, y.billing_method_id, y.amount,
           y.state, y.refusal_code, y.requested_at
      FROM payments y
"""


async def find_open(conn: Connection, order_id: str) -> Payment | None:
    """The one attempt that carries, or may carry, the money."""
    return await fetch_optional(
        conn,
        Payment,
        _PAYMENT + "WHERE y.order_id = %(order_id)s AND y.state <> 'refused'",
        order_id=order_id,
    )


async def find_newest(conn: Connection, provider_order_id: str) -> Payment | None:
    """The attempt that the provider speaks of by this order id; the last one of several."""
    return await fetch_optional(
        conn,
        Payment,
        _PAYMENT
        + "WHERE y.provider_order_id = %(provider_order_id)s ORDER BY (y.state <> 'refused') DESC, y.id DESC LIMIT 1",
        provider_order_id=provider_order_id,
    )


async def find_by_key(conn: Connection, payment_key: str) -> Payment | None:
    return await fetch_optional(
        conn, Payment, _PAYMENT + "WHERE y.payment_key = %(payment_key)s", payment_key=payment_key
    )


async def find_refused(conn: Connection, order_id: str, found: ProviderPayment) -> Payment | None:
    """The attempt that we had given up and this money is of; a charge's answer may never have told its key."""
    return await fetch_optional(
        conn,
        Payment,
        _PAYMENT
        + """
         WHERE y.order_id = %(order_id)s AND y.state = 'refused' AND y.provider_order_id = %(provider_order_id)s
           AND (y.payment_key = %(payment_key)s OR (y.payment_key IS NULL AND y.channel = 'billing'))
         ORDER BY y.payment_key NULLS LAST, y.id DESC LIMIT 1
        """,
        order_id=order_id,
        provider_order_id=found.order_id,
        payment_key=found.payment_key,
    )


async def get(conn: Connection, payment: PaymentId) -> Payment:
    return await fetch_one(conn, Payment, _PAYMENT + "WHERE y.id = %(payment)s", payment=payment)


async def find_secret(conn: Connection, provider_order_id: str) -> str | None:
    """The word that the provider's deposit messages about this order carry; None where it gave none yet."""
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
    """None where the provider's key was used before, for this order or another."""
    return await fetch_optional(
        conn,
        Payment,
        """
        INSERT INTO payments AS y (order_id, attempt, payment_key, amount, provider_order_id)
        SELECT %(order_id)s, 1 + count(*), %(payment_key)s, %(amount)s, %(order_id)s
          FROM payments WHERE order_id = %(order_id)s
        ON CONFLICT (payment_key) DO NOTHING
        RETURNING y.id, y.order_id, y.attempt, y.channel, y.provider_order_id, y.payment_key, y.billing_method_id,
                  y.amount, y.state, y.refusal_code, y.requested_at
        """,
        order_id=order_id,
        payment_key=payment_key,
        amount=amount,
    )


async def insert_charge(conn: Connection, order_id: str, *, method: int, amount: int) -> Payment:
    """Each has an order id of its own at the provider, who takes none a second time."""
    return await fetch_one(
        conn,
        Payment,
        """
        INSERT INTO payments AS y (order_id, attempt, amount, channel, billing_method_id, provider_order_id)
        SELECT %(order_id)s, 1 + count(*), %(amount)s, 'billing', %(method)s, %(order_id)s || '-' || 1 + count(*)
          FROM payments WHERE order_id = %(order_id)s
        RETURNING y.id, y.order_id, y.attempt, y.channel, y.provider_order_id, y.payment_key, y.billing_method_id,
                  y.amount, y.state, y.refusal_code, y.requested_at
        """,
        order_id=order_id,
        method=method,
        amount=amount,
    )


async def get_charge(conn: Connection, payment: PaymentId) -> Charge | None:
    """None where the card was given up; its key is here until the provider has forgotten it."""
    return await fetch_optional(
        conn,
        Charge,
        """
        SELECT b.sealed_key, m.customer_key, m.name AS customer_name, m.email AS customer_email,
               p.name AS plan_name, o.months, o.quantity
          FROM payments y
          JOIN billing_methods b ON b.id = y.billing_method_id AND b.state = 'active'
          JOIN orders o ON o.id = y.order_id
          JOIN members m ON m.id = o.member_id
          JOIN plans p ON p.id = o.plan_id
         WHERE y.id = %(payment)s
        """,
        payment=payment,
    )


async def mark_approved(conn: Connection, payment: PaymentId, facts: ProviderPayment) -> None:
    await execute(
        conn,
        """
        UPDATE payments
           SET state = 'approved', approved_at = coalesce(%(approved_at)s, now()), payment_key = %(payment_key)s,
               method = %(method)s, receipt_url = %(receipt_url)s, cash_receipt_url = %(cash_receipt_url)s
         WHERE id = %(payment)s
        """,
        payment=payment,
        approved_at=facts.approved_at,
        payment_key=facts.payment_key,
        method=facts.method,
        receipt_url=facts.receipt_url,
        cash_receipt_url=facts.cash_receipt_url,
    )


async def mark_depositing(
    conn: Connection, payment: PaymentId, facts: ProviderPayment, deposit: Deposit
) -> None:
    """An account is given out; the word of its messages is kept, because a look-up may not tell it again."""
    await execute(
        conn,
        """
        UPDATE payments
           SET state = 'depositing', method = %(method)s, receipt_url = %(receipt_url)s,
               secret = coalesce(%(secret)s, secret), bank_code = %(bank)s, account_number = %(account)s,
               looked_at = now()
         WHERE id = %(payment)s
        """,
        payment=payment,
        method=facts.method,
        receipt_url=facts.receipt_url,
        secret=facts.secret,
        bank=deposit.bank_code,
        account=deposit.account_number,
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


async def revive(conn: Connection, payment: PaymentId) -> None:
    """What was given up is looked at again. The order has no other attempt that may carry money."""
    await execute(
        conn,
        "UPDATE payments SET state = 'confirming', refusal_code = NULL WHERE id = %(payment)s AND state = 'refused'",
        payment=payment,
    )


async def note_looked_at(conn: Connection, payment: PaymentId) -> None:
    await execute(conn, "UPDATE payments SET looked_at = now() WHERE id = %(payment)s", payment=payment)


async def list_unsettled(
    conn: Connection, *, older_than_seconds: int, deposits_seconds: int
) -> list[Payment]:
    """Attempts whose outcome is open, oldest first; accounts that wait for money less often than others."""
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


async def may_change(conn: Connection, provider_order_id: str, *, undone: bool) -> bool:
    """Whether there is such an order, and news of its payment would change anything.

    `undone` is news that money has gone back, which also concerns an order that is paid.
    """
    return (
        await fetch_optional(
            conn,
            int,
            """
            SELECT 1 FROM orders
             WHERE id IN (SELECT %(provider_order_id)s
                          UNION SELECT order_id FROM payments WHERE provider_order_id = %(provider_order_id)s)
               AND (state NOT IN ('paid', 'refunding', 'refunded') OR (%(undone)s AND state = 'paid'))
             LIMIT 1
            """,
            provider_order_id=provider_order_id,
            undone=undone,
        )
        is not None
    )


async def find_order_of(conn: Connection, provider_order_id: str) -> OrderId | None:
    """The order that the provider speaks of by this id, charged to a card or not yet paid at all."""
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
