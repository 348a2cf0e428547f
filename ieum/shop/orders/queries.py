"""Rows of orders."""

from ieum.shop.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import (
    Checkout,
    Method,
    Order,
    OrderId,
    OrderRequest,
    OrderState,
    PlacedOrder,
    Price,
    Renewable,
    UnsettledOrder,
)


async def load_checkout(
    conn: Connection, member: MemberId, plan: int, *, renewing: bool, count_stock: bool
) -> Checkout | None:
    """None where the plan is unknown, not shown, or its kind switched off; what is renewed need not be shown.

    Counting the stock is for those who look at the number; an order finds out by taking.
    """
    return await fetch_optional(
        conn,
        Checkout,
        """
        SELECT p.id AS plan_id, p.kind, p.state, p.name, coalesce(a.carrier, '') AS carrier,
               coalesce(a.region, '') AS region, p.pool_id,
               CASE WHEN %(renewing)s THEN NULL
                    WHEN p.state = 'sold_out' THEN 0
                    WHEN p.kind <> 'static' THEN NULL
                    WHEN %(count_stock)s THEN (SELECT count(*) FROM exit_addresses e
                                                WHERE e.pool_id = p.pool_id AND e.available_at <= now())
                    ELSE 0 END AS stock,
               c.points_enabled, c.point_percent, c.point_threshold, c.point_share_percent,
               floor(extract(epoch FROM c.deposit_hold) / 3600)::integer AS deposit_hours,
               (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = m.id) AS balance,
               m.name AS buyer_name, m.email AS buyer_email, m.customer_key,
               (SELECT points_used FROM orders
                 WHERE member_id = m.id AND state = 'awaiting_payment') AS unpaid_points
          FROM plans p
          JOIN members m ON m.id = %(member)s AND m.left_at IS NULL
          LEFT JOIN address_pools a ON a.id = p.pool_id
          JOIN site_config c ON CASE p.kind WHEN 'static' THEN c.static_enabled
                                            WHEN 'dynamic' THEN c.dynamic_enabled
                                            ELSE c.ticket_enabled END
         WHERE p.id = %(plan)s AND (%(renewing)s OR p.state IN ('visible', 'sold_out'))
        """,
        member=member,
        plan=plan,
        renewing=renewing,
        count_stock=count_stock,
    )


async def find_renewable(conn: Connection, service: int, member: MemberId) -> Renewable | None:
    """None where this member has no such service."""
    return await fetch_optional(
        conn,
        Renewable,
        """
        SELECT s.plan_id, s.state, s.starts_at, s.ends_at,
               (SELECT max(ends_at) FROM service_periods
                 WHERE service_id = s.id AND refunded_at IS NULL) AS paid_until,
               EXISTS (SELECT FROM subscriptions b
                        WHERE b.id = s.subscription_id AND b.state <> 'ended') AS is_subscribed,
               EXISTS (SELECT FROM orders o
                        WHERE o.service_id = s.id AND o.kind = 'renewal'
                          AND o.state IN ('awaiting_deposit', 'confirming')) AS is_under_way
          FROM services s
         WHERE s.id = %(service)s AND s.member_id = %(member)s
        """,
        service=service,
        member=member,
    )


async def lock_buyer(conn: Connection, member: MemberId) -> None:
    """Two that ask for an account take turns; count in the statement after."""
    await fetch_optional(
        conn, int, "SELECT 1 FROM members WHERE id = %(member)s FOR NO KEY UPDATE", member=member
    )


async def count_deposits(conn: Connection, member: MemberId, *, but: OrderId | None) -> int:
    """Orders whose account is given out, or about to be; `but` this one."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM orders
         WHERE member_id = %(member)s
           AND (state = 'awaiting_deposit' OR (state = 'confirming' AND method = 'virtual_account'))
           AND id IS DISTINCT FROM %(but)s::text
        """,
        member=member,
        but=but,
    )


async def insert_order(
    conn: Connection,
    member: MemberId,
    request: OrderRequest,
    price: Price,
    placed: PlacedOrder,
    *,
    method: Method,
) -> bool:
    """False where this member has another order that waits for payment, or prolongs the same, or leaves."""
    added = await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, kind, plan_id, service_id, months, quantity, payment_type, method,
                            cash_receipt, list_amount, discount_amount, quantity_discount_amount, points_used, amount,
                            points_earned, hold_until)
        SELECT %(id)s, m.id, CASE WHEN %(service)s::bigint IS NULL THEN 'purchase' ELSE 'renewal' END, %(plan)s,
               %(service)s, %(months)s, %(quantity)s, %(payment_type)s, %(method)s, %(cash_receipt)s, %(list_amount)s,
               %(discount)s, %(quantity_discount)s, %(points)s, %(amount)s, %(earned)s, %(hold_until)s
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
    )
    return added == 1


async def lock_order(conn: Connection, order_id: str) -> Order | None:
    """The first lock of everything that happens to an order; leases and payments come after it."""
    return await fetch_optional(
        conn,
        Order,
        """
        SELECT o.id, o.member_id, o.kind, o.plan_id, p.kind AS plan_kind, p.name AS plan_name, p.pool_id, o.months,
               o.quantity, o.payment_type, o.method, o.cash_receipt, o.points_used, o.amount, o.points_earned,
               o.state, o.failure_code, o.service_id, o.subscription_id, o.period, o.hold_until, o.deposit_due_at
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
           AND (%(pool)s::bigint IS NULL
                OR (o.kind = 'purchase'
                    AND o.plan_id IN (SELECT id FROM plans WHERE pool_id = %(pool)s AND kind = 'static')))
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


async def are_points_back(conn: Connection, order_id: str) -> bool:
    return (
        await fetch_optional(
            conn,
            int,
            "SELECT 1 FROM point_entries WHERE order_id = %(order_id)s AND kind = 'returned'",
            order_id=order_id,
        )
        is not None
    )
