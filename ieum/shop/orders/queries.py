"""Rows of orders. Every change locks the order's row first."""

from collections.abc import Sequence

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import (
    DueCharge,
    LookUps,
    Method,
    Order,
    OrderId,
    OrderRequest,
    OrderState,
    PlacedOrder,
    Price,
    UnsettledOrder,
)


async def count_deposits(conn: Connection, member: MemberId, *, except_order: OrderId | None) -> int:
    """Count this member's orders whose virtual account has been issued or is being issued."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM orders
         WHERE member_id = %(member)s
           AND (state = 'awaiting_deposit' OR (state = 'confirming' AND method = 'virtual_account'))
           AND id IS DISTINCT FROM %(except_order)s::text
        """,
        member=member,
        except_order=except_order,
    )


async def seconds_until_next(conn: Connection, member: MemberId, *, an_hour: int) -> int | None:
    """None where the newest order is one of so many within an hour; otherwise how long until one more may be placed.

    The charges of recurring payments are placed by the shop and do not count.
    """
    return await fetch_optional(
        conn,
        int,
        """
        SELECT greatest(1, ceil(extract(epoch FROM created_at + interval '1 hour' - now())))::integer
          FROM orders
         WHERE member_id = %(member)s AND created_at > now() - interval '1 hour' AND coalesce(period, 1) = 1
         ORDER BY created_at DESC OFFSET %(an_hour)s LIMIT 1
        """,
        member=member,
        an_hour=an_hour,
    )


async def insert_order(
    conn: Connection,
    member: MemberId,
    request: OrderRequest,
    price: Price,
    placed: PlacedOrder,
    *,
    method: Method,
    shortest_amount: int | None,
) -> bool:
    """False where the member has another unpaid order or another renewal of the same service, or has left.

    `shortest_amount` is the price of the shortest periods; the database keeps it if refunds count with it.
    """
    return await any_row(
        conn,
        """
        INSERT INTO orders (id, member_id, kind, plan_id, service_id, months, quantity, payment_type, method,
                            cash_receipt, list_amount, discount_amount, quantity_discount_amount, points_used, amount,
                            points_earned, hold_until, refund_shortest_amount)
        SELECT %(id)s, m.id, CASE WHEN %(service)s::bigint IS NULL THEN 'purchase' ELSE 'renewal' END, %(plan)s,
               %(service)s, %(months)s, %(quantity)s, %(payment_type)s, %(method)s, %(cash_receipt)s, %(list_amount)s,
               %(discount)s, %(quantity_discount)s, %(points)s, %(amount)s, %(earned)s, %(hold_until)s,
               %(shortest_amount)s
          FROM members m
         WHERE m.id = %(member)s AND m.left_at IS NULL
           FOR KEY SHARE
        ON CONFLICT DO NOTHING
        """,
        id=placed.order_id,
        member=member,
        plan=request.plan_id,
        service=request.service_id,
        months=request.months,
        quantity=request.quantity,
        payment_type=request.payment_type,
        method=method,
        cash_receipt=placed.cash_receipt,
        list_amount=price.list_amount,
        discount=price.discount_amount,
        quantity_discount=price.quantity_discount_amount,
        points=price.points_used,
        amount=price.amount,
        earned=price.points_earned,
        hold_until=placed.hold_until,
        shortest_amount=shortest_amount,
    )


async def lock_order(conn: Connection, order_id: str) -> Order | None:
    """Lock the order until the transaction ends. This lock comes first; those of leases and payments come after it."""
    return await fetch_optional(
        conn,
        Order,
        """
        SELECT o.id, o.member_id, o.kind, o.plan_id, sold.kind AS plan_kind, sold.name AS plan_name, p.pool_id,
               o.months, o.quantity, o.payment_type, o.method, o.points_used, o.amount, o.points_earned, o.state,
               o.failure_code, o.service_id, o.subscription_id, o.period, o.hold_until
          FROM orders o
          JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
          JOIN plans p ON p.id = o.plan_id
         WHERE o.id = %(order_id)s
           FOR UPDATE OF o
        """,
        order_id=order_id,
    )


async def lock_overdue(conn: Connection, *, pool: int | None, limit: int) -> list[OrderId]:
    """Unpaid orders whose hold has run out, oldest first; skips those that another transaction has locked."""
    return await fetch_all(
        conn,
        OrderId,
        """
        SELECT o.id FROM orders o
         WHERE o.state = 'awaiting_payment' AND o.hold_until < now()
           AND (%(pool)s::bigint IS NULL
                OR (o.kind = 'purchase'
                    AND o.plan_id IN (SELECT id FROM plans WHERE pool_id = %(pool)s AND kind <> 'ticket')))
         ORDER BY o.hold_until, o.id
         LIMIT %(limit)s
           FOR UPDATE OF o SKIP LOCKED
        """,
        pool=pool,
        limit=limit,
    )


async def lock_open_orders(conn: Connection, member: MemberId) -> list[OrderId]:
    """Lock this member's orders that wait for payment; skips those that another transaction has locked."""
    return await fetch_all(
        conn,
        OrderId,
        """
        SELECT id FROM orders
         WHERE member_id = %(member)s AND state = 'awaiting_payment'
         ORDER BY id
           FOR UPDATE SKIP LOCKED
        """,
        member=member,
    )


async def lock_unsettled_orders(conn: Connection, member: MemberId) -> list[UnsettledOrder]:
    """Lock this member's unpaid orders and those being paid or refunded; waits for other transactions' locks."""
    return await fetch_all(
        conn,
        UnsettledOrder,
        """
        SELECT id, state FROM orders
         WHERE member_id = %(member)s
           AND state IN ('awaiting_payment', 'awaiting_deposit', 'confirming', 'refunding')
         ORDER BY id
           FOR UPDATE
        """,
        member=member,
    )


async def set_state(
    conn: Connection, orders: list[OrderId], state: OrderState, *, failure_code: str | None
) -> None:
    await execute(
        conn,
        """
        UPDATE orders
           SET state = %(state)s,
               failure_code = CASE WHEN %(state)s NOT IN ('confirming', 'awaiting_deposit', 'paid')
                                   THEN coalesce(%(failure_code)s, failure_code) END,
               paid_at = CASE WHEN %(state)s = 'paid' THEN now() ELSE paid_at END,
               closed_at = CASE WHEN %(closed)s THEN now() END
         WHERE id = ANY(%(orders)s)
        """,
        orders=orders,
        state=state.value,
        failure_code=failure_code,
        closed=state.value in {"failed", "expired", "cancelled", "refunded"},
    )


async def count_look_up(conn: Connection, order_id: str) -> LookUps:
    """Count a look-up of a payment key, unless ten were made within the last ten minutes."""
    return await fetch_one(
        conn,
        LookUps,
        """
        WITH counted AS (
            UPDATE orders
               SET key_look_ups = CASE WHEN key_look_ups_since > now() - interval '10 minutes'
                                       THEN key_look_ups + 1 ELSE 1 END,
                   key_look_ups_since = CASE WHEN key_look_ups_since > now() - interval '10 minutes'
                                             THEN key_look_ups_since ELSE now() END
             WHERE id = %(order_id)s
               AND (key_look_ups < 10 OR key_look_ups_since <= now() - interval '10 minutes')
            RETURNING id
        )
        SELECT NOT EXISTS (SELECT FROM counted) AS refused,
               greatest(1, ceil(extract(epoch FROM coalesce(key_look_ups_since, now()) + interval '10 minutes' - now()))
               )::integer AS seconds_left
          FROM orders WHERE id = %(order_id)s
        """,
        order_id=order_id,
    )


async def get_method(conn: Connection, order_id: str) -> str:
    """The payment method that the buyer chose, or used in the end."""
    return await fetch_one(conn, str, "SELECT method FROM orders WHERE id = %(order_id)s", order_id=order_id)


async def set_deposit_due(conn: Connection, order_id: str) -> None:
    """Start the deposit period now; the addresses are held for the same time."""
    await execute(
        conn,
        """
        UPDATE orders
           SET deposit_due_at = now() + c.deposit_hold, hold_until = now() + c.deposit_hold
          FROM site_config c
         WHERE orders.id = %(order_id)s
        """,
        order_id=order_id,
    )


async def mark_reminded(conn: Connection, orders: list[OrderId]) -> None:
    await execute(conn, "UPDATE orders SET reminded_at = now() WHERE id = ANY(%(orders)s)", orders=orders)


async def set_method(conn: Connection, order_id: str, method: Method) -> None:
    """Record the method that was used in the end: the buyer may have switched in the provider's window."""
    await execute(
        conn,
        "UPDATE orders SET method = %(method)s WHERE id = %(order_id)s",
        order_id=order_id,
        method=method,
    )


async def insert_due(conn: Connection, charges: Sequence[DueCharge]) -> None:
    """Insert the order of each subscription's next period; one that exists already stays as it is.

    Where the amount equals the previous period's, list price and discounts are copied from it.
    """
    await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, kind, method, subscription_id,
                            period, list_amount, discount_amount, quantity_discount_amount, points_used, amount,
                            points_earned, state, hold_until)
        SELECT n.id, s.member_id, s.plan_id, s.months, s.quantity, 'billing', 'renewal', 'billing', s.id,
               s.period + 1, coalesce(last.list_amount, n.amount), coalesce(last.discount_amount, 0),
               coalesce(last.quantity_discount_amount, 0), 0, n.amount,
               n.points_earned, 'due', s.due_at
          FROM unnest(%(ids)s::text[], %(subscriptions)s::bigint[], %(amounts)s::integer[],
                      %(earned)s::integer[]) AS n (id, subscription_id, amount, points_earned)
          JOIN subscriptions s ON s.id = n.subscription_id
          LEFT JOIN orders last ON last.subscription_id = s.id AND last.period = s.period
           AND last.amount = n.amount AND last.points_used = 0
        ON CONFLICT (subscription_id, period) DO NOTHING
        """,
        ids=[charge.order for charge in charges],
        subscriptions=[charge.subscription for charge in charges],
        amounts=[charge.amount for charge in charges],
        earned=[charge.points_earned for charge in charges],
    )


async def cancel_due(conn: Connection, orders: Sequence[str], reason: str) -> None:
    """Cancel charges that will not be made any more. The caller has locked the orders."""
    await execute(
        conn,
        """
        UPDATE orders SET state = 'cancelled', failure_code = %(reason)s, closed_at = now()
         WHERE id = ANY(%(orders)s) AND state = 'due'
        """,
        orders=list(orders),
        reason=reason,
    )


async def set_subscription(conn: Connection, order_id: str, subscription: int) -> None:
    """Make the order the first charge of this subscription."""
    await execute(
        conn,
        """
        UPDATE orders SET subscription_id = %(subscription)s, period = 1, method = 'billing'
         WHERE id = %(order_id)s
        """,
        subscription=subscription,
        order_id=order_id,
    )
