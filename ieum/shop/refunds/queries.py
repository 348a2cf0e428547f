"""Rows of refunds. Whoever changes one has locked its order first."""

from collections.abc import Sequence
from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.kernel.sealing import Sealed
from ieum.shop.orders.types import Order
from ieum.shop.refunds.types import BoughtRow, Line, Reckoning, Refund, RefundId

_REFUND: LiteralString = """
    SELECT r.id, r.order_id, r.member_id, r.state, r.mode, r.amount, r.points_returned, r.points_clawed_back,
           r.reason, r.requested_at, r.tries, r.sealed_account,
           y.id AS payment_id, y.payment_key, y.provider_order_id, y.channel, coalesce(y.amount, 0) AS paid,
           coalesce(y.amount - y.cancelled_amount, 0) AS balance
      FROM refunds r
      LEFT JOIN payments y ON y.order_id = r.order_id AND y.state <> 'refused'
"""


async def find_bought(conn: Connection, order_id: str, member: int | None = None) -> BoughtRow | None:
    """What a refund is reckoned from; None where there is no such order, or not this member's."""
    return await fetch_optional(
        conn,
        BoughtRow,
        """
        SELECT p.kind, o.method, o.subscription_id, o.quantity, o.amount, o.points_used, o.points_earned, o.state,
               o.paid_at, term.starts_at, term.ends_at, c.refund_mode = 'unused_only' AS unused_only,
               c.refund_penalty_percent AS penalty_percent,
               EXISTS (SELECT 1 FROM service_periods mine
                         JOIN service_periods later ON later.service_id = mine.service_id
                          AND later.starts_at > mine.starts_at AND later.refunded_at IS NULL
                        WHERE mine.order_id = o.id AND mine.refunded_at IS NULL) AS later_period,
               EXISTS (SELECT 1 FROM service_periods mine
                         JOIN orders r ON r.service_id = mine.service_id AND r.kind = 'renewal'
                          AND r.state IN ('confirming', 'awaiting_deposit')
                        WHERE mine.order_id = o.id)
               OR EXISTS (SELECT 1 FROM orders r
                           WHERE r.subscription_id = o.subscription_id AND r.period > o.period
                             AND r.state IN ('confirming', 'awaiting_deposit')) AS later_payment
          FROM orders o
          JOIN plans p ON p.id = o.plan_id
         CROSS JOIN site_config c
          LEFT JOIN LATERAL (
               SELECT min(starts_at) AS starts_at, max(ends_at) AS ends_at FROM service_periods
                WHERE order_id = o.id AND refunded_at IS NULL) term ON true
         WHERE o.id = %(order_id)s AND (%(member)s::bigint IS NULL OR o.member_id = %(member)s)
        """,
        order_id=order_id,
        member=member,
    )


async def lock_goods(conn: Connection, order_id: str, subscription: int | None) -> None:
    """Hold what the order bought, so that nobody prolongs, charges or ends it meanwhile: orders come first."""
    await execute(
        conn,
        """
        SELECT 1 FROM orders
         WHERE subscription_id = %(subscription)s
           AND state IN ('awaiting_payment', 'awaiting_deposit', 'due', 'confirming')
         ORDER BY id FOR UPDATE
        """,
        subscription=subscription,
    )
    await execute(
        conn, "SELECT 1 FROM subscriptions WHERE id = %(subscription)s FOR UPDATE", subscription=subscription
    )
    await execute(
        conn,
        """
        SELECT 1 FROM services
         WHERE id IN (SELECT service_id FROM service_periods WHERE order_id = %(order_id)s)
         ORDER BY id FOR UPDATE
        """,
        order_id=order_id,
    )


async def is_newest_period(conn: Connection, order_id: str) -> bool:
    """Whether it is a subscription's, and nothing later of it stays paid."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT o.subscription_id IS NOT NULL AND NOT EXISTS (
               SELECT 1 FROM orders later
                WHERE later.subscription_id = o.subscription_id AND later.period > o.period AND later.state = 'paid')
          FROM orders o WHERE o.id = %(order_id)s
        """,
        order_id=order_id,
    )


async def insert_refund(
    conn: Connection,
    order: Order,
    reckoning: Reckoning,
    lines: list[Line],
    *,
    state: str,
    reason: str,
    requested_by: str | None,
    sealed_account: bytes | None,
) -> RefundId:
    """An order has one refund; a second one is refused by the table."""
    return await fetch_one(
        conn,
        RefundId,
        """
        INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back,
                             calculation, reason, requested_by, sealed_account)
        VALUES (%(order_id)s, %(member)s, %(state)s, %(mode)s, %(amount)s, %(points)s, %(clawed_back)s,
                %(calculation)s::jsonb, %(reason)s, %(requested_by)s, %(sealed_account)s)
        RETURNING id
        """,
        order_id=order.id,
        member=order.member_id,
        state=state,
        mode=reckoning.mode,
        amount=reckoning.amount,
        points=reckoning.points,
        clawed_back=reckoning.points_clawed_back,
        calculation=msgspec.json.encode({"figures": reckoning, "lines": lines}).decode(),
        reason=reason,
        requested_by=requested_by,
        sealed_account=sealed_account,
    )


async def get(conn: Connection, refund: RefundId) -> Refund:
    return await fetch_one(conn, Refund, _REFUND + " WHERE r.id = %(refund)s", refund=refund)


async def find_of_order(conn: Connection, order_id: str) -> Refund | None:
    return await fetch_optional(conn, Refund, _REFUND + " WHERE r.order_id = %(order_id)s", order_id=order_id)


async def list_open(conn: Connection, *, limit: int) -> list[Refund]:
    """Money on its way back that nobody has looked after for a while, longest untouched first."""
    return await fetch_all(
        conn,
        Refund,
        _REFUND
        + """
         WHERE r.state = 'returning'
           AND coalesce(r.tried_at, r.requested_at)
               < now() - least(interval '1 minute' * 2 ^ least(r.tries - 1, 10), interval '1 hour')
         ORDER BY coalesce(r.tried_at, r.requested_at), r.id
         LIMIT %(limit)s
        """,
        limit=limit,
    )


async def note_try(conn: Connection, refund: RefundId) -> None:
    await execute(conn, "UPDATE refunds SET tried_at = now() WHERE id = %(refund)s", refund=refund)


async def take_new_key(conn: Connection, refund: RefundId, *, after: int) -> None:
    """The next try has a key of its own; of two that saw the same try fail, one moves on."""
    await execute(
        conn,
        "UPDATE refunds SET tries = tries + 1 WHERE id = %(refund)s AND tries = %(after)s AND state <> 'done'",
        refund=refund,
        after=after,
    )


async def await_account(conn: Connection, refund: RefundId, *, code: str) -> None:
    """The account was wrong: it is forgotten, and the answer to it stays with the old key."""
    await execute(
        conn,
        """
        UPDATE refunds SET state = 'awaiting_account', sealed_account = NULL, refusal_code = %(code)s, tries = tries + 1
         WHERE id = %(refund)s AND state = 'returning'
        """,
        refund=refund,
        code=code,
    )


async def take_account(conn: Connection, refund: RefundId, sealed: bytes) -> None:
    await execute(
        conn,
        """
        UPDATE refunds SET state = 'returning', sealed_account = %(sealed)s, tried_at = NULL
         WHERE id = %(refund)s AND state = 'awaiting_account'
        """,
        refund=refund,
        sealed=sealed,
    )


async def mark_stuck(conn: Connection, refund: RefundId, *, code: str) -> None:
    await execute(
        conn,
        "UPDATE refunds SET state = 'stuck', refusal_code = %(code)s WHERE id = %(refund)s AND state <> 'done'",
        refund=refund,
        code=code,
    )


async def release(conn: Connection, refund: RefundId) -> None:
    """An operator has it tried again, with a new key."""
    await execute(
        conn,
        """
        UPDATE refunds SET state = 'returning', tries = tries + 1, tried_at = NULL
         WHERE id = %(refund)s AND state = 'stuck'
        """,
        refund=refund,
    )


async def mark_done(conn: Connection, refund: RefundId, *, settled_by: str | None) -> None:
    """The account goes with it: nobody needs it any longer."""
    await execute(
        conn,
        """
        UPDATE refunds
           SET state = 'done', completed_at = now(), sealed_account = NULL, settled_by = %(settled_by)s
         WHERE id = %(refund)s
        """,
        refund=refund,
        settled_by=settled_by,
    )


async def lock_sealed(conn: Connection, *, after: int, limit: int) -> list[Sealed]:
    """The next batch of rows with sealed accounts, by their ids."""
    return await fetch_all(
        conn,
        Sealed,
        """
        SELECT id, sealed_account AS sealed FROM refunds
         WHERE sealed_account IS NOT NULL AND id > %(after)s ORDER BY id LIMIT %(limit)s FOR UPDATE
        """,
        after=after,
        limit=limit,
    )


async def set_sealed(conn: Connection, rows: Sequence[Sealed]) -> None:
    await execute(
        conn,
        """
        UPDATE refunds t SET sealed_account = n.sealed
          FROM unnest(%(ids)s::bigint[], %(sealed)s::bytea[]) AS n (id, sealed) WHERE t.id = n.id
        """,
        ids=[row.id for row in rows],
        sealed=[row.sealed for row in rows],
    )
