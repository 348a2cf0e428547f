"""Rows of orders."""

from datetime import datetime

from ieum.shop.catalog.types import PlanId
from ieum.shop.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import (
    Checkout,
    Order,
    OrderId,
    OrderRequest,
    OrderState,
    Price,
    UnsettledOrder,
)


async def load_checkout(
    conn: Connection, member: MemberId, plan: int, months: int, *, count_stock: bool
) -> Checkout | None:
    """None where the plan is unknown, not on sale, its kind switched off, or not sold for this period.

    Counting the stock is for those who look at the number; an order finds out by taking.
    """
    return await fetch_optional(
        conn,
        Checkout,
        """
        SELECT p.id AS plan_id, p.kind, p.name, a.carrier, p.pool_id,
               price.amount AS unit_amount, coalesce(month.amount, price.amount) AS month_amount,
               CASE WHEN %(count_stock)s THEN (SELECT count(*) FROM exit_addresses e
                                                WHERE e.pool_id = p.pool_id AND e.available_at <= now())
                    ELSE 0 END AS stock,
               c.points_enabled, c.point_percent, c.point_threshold,
               (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = m.id) AS balance,
               m.name AS buyer_name, m.email AS buyer_email, m.customer_key,
               (SELECT points_used FROM orders
                 WHERE member_id = m.id AND state = 'awaiting_payment') AS unpaid_points
          FROM plans p
          JOIN members m ON m.id = %(member)s AND m.left_at IS NULL
          JOIN address_pools a ON a.id = p.pool_id
          JOIN site_config c ON (p.kind = 'static' AND c.static_enabled) OR (p.kind = 'dynamic' AND c.dynamic_enabled)
          JOIN LATERAL (
               SELECT amount FROM plan_prices
                WHERE plan_id = p.id AND months = %(months)s AND effective_from <= now()
                ORDER BY effective_from DESC LIMIT 1) price ON true
          LEFT JOIN LATERAL (
               SELECT amount FROM plan_prices
                WHERE plan_id = p.id AND months = 1 AND effective_from <= now()
                ORDER BY effective_from DESC LIMIT 1) month ON true
         WHERE p.id = %(plan)s AND p.state = 'visible'
        """,
        member=member,
        plan=plan,
        months=months,
        count_stock=count_stock,
    )


async def insert_order(
    conn: Connection,
    order_id: OrderId,
    member: MemberId,
    request: OrderRequest,
    price: Price,
    *,
    hold_until: datetime,
) -> bool:
    """False where this member has another order that waits for payment, or leaves: two windows at once."""
    added = await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                            points_used, amount, points_earned, hold_until)
        SELECT %(id)s, m.id, %(plan)s, %(months)s, %(quantity)s, %(payment_type)s, %(list_amount)s,
               %(discount)s, %(points)s, %(amount)s, %(earned)s, %(hold_until)s
          FROM members m
         WHERE m.id = %(member)s AND m.left_at IS NULL
           FOR KEY SHARE
        ON CONFLICT (member_id) WHERE state = 'awaiting_payment' DO NOTHING
        """,
        id=order_id,
        member=member,
        plan=request.plan_id,
        months=request.months,
        quantity=request.quantity,
        payment_type=request.payment_type,
        list_amount=price.list_amount,
        discount=price.discount_amount,
        points=price.points_used,
        amount=price.amount,
        earned=price.points_earned,
        hold_until=hold_until,
    )
    return added == 1


async def lock_order(conn: Connection, order_id: str) -> Order | None:
    """The first lock of everything that happens to an order; leases and payments come after it."""
    return await fetch_optional(
        conn,
        Order,
        """
        SELECT o.id, o.member_id, o.plan_id, p.pool_id, o.months, o.quantity, o.points_used, o.amount,
               o.points_earned, o.state, o.failure_code
          FROM orders o
          JOIN plans p ON p.id = o.plan_id
         WHERE o.id = %(order_id)s
           FOR UPDATE OF o
        """,
        order_id=order_id,
    )


async def lock_overdue(conn: Connection, *, pool: int | None, limit: int) -> list[OrderId]:
    """Orders whose hold has run out, oldest first; those that somebody is working on are passed over."""
    return await fetch_all(
        conn,
        OrderId,
        """
        SELECT o.id FROM orders o
         WHERE o.state = 'awaiting_payment' AND o.hold_until < now()
           AND (%(pool)s::bigint IS NULL OR o.plan_id IN (SELECT id FROM plans WHERE pool_id = %(pool)s))
         ORDER BY o.hold_until, o.id
         LIMIT %(limit)s
           FOR UPDATE OF o SKIP LOCKED
        """,
        pool=pool,
        limit=limit,
    )


async def lock_open_orders(conn: Connection, member: MemberId) -> list[OrderId]:
    """This member's orders that wait for payment, so that a new one takes the place of the old."""
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
    """All that this member has not paid, or not got back; waits for whoever is at one of them."""
    return await fetch_all(
        conn,
        UnsettledOrder,
        """
        SELECT id, state FROM orders
         WHERE member_id = %(member)s AND state IN ('awaiting_payment', 'confirming', 'refunding')
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
               failure_code = CASE WHEN %(state)s NOT IN ('confirming', 'paid')
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


async def return_points(conn: Connection, orders: list[OrderId]) -> None:
    """Give back the points that orders used which came to nothing; once."""
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind, order_id)
        SELECT member_id, points_used, 'returned', id FROM orders WHERE id = ANY(%(orders)s) AND points_used > 0
        ON CONFLICT (order_id, kind) DO NOTHING
        """,
        orders=orders,
    )


async def plan_name(conn: Connection, plan: PlanId) -> str:
    return await fetch_one(conn, str, "SELECT name FROM plans WHERE id = %(plan)s", plan=plan)


async def may_be_paid(conn: Connection, order_id: str) -> bool:
    """Whether there is such an order, and news of its payment would change anything."""
    return (
        await fetch_optional(
            conn,
            int,
            "SELECT 1 FROM orders WHERE id = %(order_id)s AND state NOT IN ('paid', 'refunded')",
            order_id=order_id,
        )
        is not None
    )
