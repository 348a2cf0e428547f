"""Rows of refunds. Every change locks the order's row first."""

from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.kernel.sealed_columns import SealedColumn
from ieum.shop.kernel.sealing import Place
from ieum.shop.members.types import MemberId
from ieum.shop.order_history.types import RefundLine
from ieum.shop.orders.types import Order
from ieum.shop.refunds.types import Calculation, PurchaseRow, Refund, RefundId

_REFUND: LiteralString = """
    SELECT r.id, r.order_id, r.member_id, r.state, r.mode, r.amount, r.points_returned, r.tries, r.sealed_account,
           y.id AS payment_id, y.payment_key, y.provider_order_id, y.channel, coalesce(y.amount, 0) AS paid,
           coalesce(y.amount - y.cancelled_amount, 0) AS balance,
           coalesce(y.amount - y.cancelled_elsewhere - r.amount, 0) AS stays
      FROM refunds r
      LEFT JOIN payments y ON y.order_id = r.order_id AND y.state <> 'refused'
"""
_UPDATE: LiteralString = "UPDATE refunds SET "
SEALED = SealedColumn("refunds", "sealed_account", row="order_id")


def place_of(order_id: str) -> Place:
    """Return the place of an order's refund account: the order says which payment goes back."""
    return Place(SEALED.name, order_id)


async def find_purchase(conn: Connection, order_id: str, member: int | None = None) -> PurchaseRow | None:
    """Find what a refund is calculated from. None if the order does not exist or is another member's."""
    return await fetch_optional(
        conn,
        PurchaseRow,
        """
        SELECT sold.kind, o.method, o.quantity, o.amount, o.points_used, o.points_earned, o.state,
               o.paid_at, term.starts_at, term.ends_at,
               o.refund_mode = 'owner' AND NOT term.is_evacuated AS unused_only,
               CASE WHEN term.is_evacuated THEN 0 ELSE o.refund_penalty_percent END AS penalty_percent,
               CASE WHEN NOT term.is_evacuated THEN o.refund_shortest_amount END AS shortest_amount,
               (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries
                 WHERE member_id = o.member_id) AS balance,
               y.reversed_at IS NOT NULL AS reversed, coalesce(y.cancelled_elsewhere, 0) AS returned,
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
          JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
          LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
          LEFT JOIN LATERAL (
               -- Whoever declines to move to another gateway is refunded for all days that are left.
               SELECT min(p.starts_at) AS starts_at, max(p.ends_at) AS ends_at,
                      coalesce(bool_or(EXISTS (SELECT FROM service_moves m
                                                WHERE m.service_id = p.service_id AND may_decline(m))), false)
                          AS is_evacuated
                 FROM service_periods p
                WHERE p.order_id = o.id AND p.refunded_at IS NULL) term ON true
         WHERE o.id = %(order_id)s AND (%(member)s::bigint IS NULL OR o.member_id = %(member)s)
        """,
        order_id=order_id,
        member=member,
    )


async def find_buyer(conn: Connection, order_id: str) -> MemberId | None:
    return await fetch_optional(
        conn, MemberId, "SELECT member_id FROM orders WHERE id = %(order_id)s", order_id=order_id
    )


async def lock_goods(conn: Connection, order_id: str, subscription: int | None) -> None:
    """Lock what the order bought, so that nothing renews, charges or ends it meanwhile.

    The order of the locks: the subscription's open orders, the subscription, its services.
    """
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
    """Tell whether the order belongs to a subscription and no later period of it is paid."""
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
    calculation: Calculation,
    lines: list[RefundLine],
    *,
    state: str,
    reason: str,
    requested_by: str | None,
    sealed_account: bytes | None,
) -> RefundId:
    """An order has at most one refund: the table refuses a second one."""
    return await fetch_one(
        conn,
        RefundId,
        """
        INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back,
                             calculation, reason, requested_by, sealed_account)
        VALUES (%(order_id)s, %(member)s, %(state)s, %(mode)s, %(amount)s, %(points)s, %(points_clawed_back)s,
                %(calculation)s::jsonb, %(reason)s, %(requested_by)s, %(sealed_account)s)
        RETURNING id
        """,
        order_id=order.id,
        member=order.member_id,
        state=state,
        calculation=msgspec.json.encode({"figures": calculation, "lines": lines}).decode(),
        reason=reason,
        requested_by=requested_by,
        sealed_account=sealed_account,
        **msgspec.structs.asdict(calculation),
    )


async def get(conn: Connection, refund: RefundId) -> Refund:
    return await fetch_one(conn, Refund, _REFUND + " WHERE r.id = %(refund)s", refund=refund)


async def find_of_order(conn: Connection, order_id: str) -> Refund | None:
    return await fetch_optional(conn, Refund, _REFUND + " WHERE r.order_id = %(order_id)s", order_id=order_id)


async def list_open(conn: Connection, *, limit: int) -> list[Refund]:
    """Refunds whose money has not gone back and whose next try is due, longest untried first.

    The pause doubles with every new key, from a minute up to an hour.
    """
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


async def _update(
    conn: Connection,
    refund: RefundId,
    changes: LiteralString,
    *,
    only: LiteralString = "true",
    **params: object,
) -> None:
    """Change a refund's row where `only` holds as well."""
    await execute(conn, _UPDATE + changes + " WHERE id = %(refund)s AND " + only, refund=refund, **params)


async def note_try(conn: Connection, refund: RefundId) -> None:
    await _update(conn, refund, "tried_at = now()")


async def take_new_key(conn: Connection, refund: RefundId, *, after: int) -> None:
    """Give the next try a new idempotency key; of two processes that saw the same try fail, one does so."""
    await _update(
        conn, refund, "tries = tries + 1", only="tries = %(after)s AND state <> 'done'", after=after
    )


async def await_account(conn: Connection, refund: RefundId, *, code: str, message: str = "") -> None:
    """Delete the refused account and wait for another. The next try gets a new key: the old one keeps its refusal."""
    await _update(
        conn,
        refund,
        """
        state = 'awaiting_account', sealed_account = NULL, refusal_code = %(code)s,
        refusal_message = nullif(%(message)s, ''), tries = tries + 1
        """,
        only="state = 'returning'",
        code=code,
        message=message,
    )


async def take_account(conn: Connection, refund: RefundId, sealed: bytes) -> None:
    await _update(
        conn,
        refund,
        "state = 'returning', sealed_account = %(sealed)s, tried_at = NULL",
        only="state = 'awaiting_account'",
        sealed=sealed,
    )


async def mark_stuck(conn: Connection, refund: RefundId, *, code: str, message: str = "") -> None:
    """`message` is the provider's own sentence, for operators."""
    await _update(
        conn,
        refund,
        "state = 'stuck', refusal_code = %(code)s, refusal_message = nullif(%(message)s, '')",
        only="state <> 'done'",
        code=code,
        message=message,
    )


async def release(conn: Connection, refund: RefundId) -> None:
    """Let a stuck refund be tried again with a new key."""
    await _update(
        conn, refund, "state = 'returning', tries = tries + 1, tried_at = NULL", only="state = 'stuck'"
    )


async def mark_done(conn: Connection, refund: RefundId, *, settled_by: str | None) -> None:
    """The bank account is deleted with it: it is not needed any longer."""
    await _update(
        conn,
        refund,
        "state = 'done', completed_at = now(), sealed_account = NULL, settled_by = %(settled_by)s",
        settled_by=settled_by,
    )


async def note_settled(conn: Connection, order_id: str, *, by: str) -> None:
    """Record who decided about money that came after the refund was done."""
    await execute(
        conn, "UPDATE refunds SET settled_by = %(by)s WHERE order_id = %(order_id)s", order_id=order_id, by=by
    )
