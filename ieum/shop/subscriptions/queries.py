"""Rows of subscriptions. Every change locks the subscription's open orders first, then the subscription."""

from datetime import datetime
from typing import LiteralString

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import OrderId
from ieum.shop.services.types import ServiceId
from ieum.shop.subscriptions.types import (
    Contact,
    EndReason,
    LockedSubscription,
    OpenOrder,
    SubscriptionId,
    SubscriptionState,
    Terms,
)

_UPDATE: LiteralString = "UPDATE subscriptions SET "


async def lock_open_orders(conn: Connection, subscription: int) -> list[OpenOrder]:
    """Lock the subscription's open charges. Waits for other locks, and leaves out charges that are closed by then."""
    return await fetch_all(
        conn,
        OpenOrder,
        """
        SELECT id, period, state FROM orders
         WHERE subscription_id = %(subscription)s AND state IN ('due', 'confirming')
         ORDER BY period
           FOR UPDATE
        """,
        subscription=subscription,
    )


async def has_other_orders(conn: Connection, subscription: int, locked: list[OrderId]) -> bool:
    """Tell whether it has open charges beside the locked ones. None is inserted while the subscription is locked."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT 1 FROM orders
                        WHERE subscription_id = %(subscription)s AND state IN ('due', 'confirming')
                          AND id <> ALL(%(locked)s))
        """,
        subscription=subscription,
        locked=locked,
    )


async def lock(conn: Connection, subscription: int) -> LockedSubscription | None:
    """None where the subscription does not exist. `lock_open_orders` comes first."""
    return await fetch_optional(
        conn,
        LockedSubscription,
        """
        SELECT id, amount, billing_method_id, state, period,
               coalesce(paid_until, started_at) AS paid_until, coalesce(due_at, started_at) AS due_at,
               retry_at, tries, failure_code, stop_requested_at, suspended_at, charge_queued_at, has_grace
          FROM subscriptions WHERE id = %(subscription)s
           FOR UPDATE
        """,
        subscription=subscription,
    )


async def amount_owed(conn: Connection, subscription: SubscriptionId) -> int:
    """The amount of the next period's charge; the price may have changed since the last one was paid."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT coalesce(o.amount, s.amount)
          FROM subscriptions s
          LEFT JOIN orders o ON o.subscription_id = s.id AND o.period = s.period + 1
           AND o.state IN ('due', 'confirming')
         WHERE s.id = %(subscription)s
        """,
        subscription=subscription,
    )


async def list_services(conn: Connection, subscription: SubscriptionId) -> list[ServiceId]:
    """The subscription's services that have not ended, in the order in which they are locked."""
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT id FROM services
         WHERE subscription_id = %(subscription)s AND state IN ('active', 'suspended')
         ORDER BY id
        """,
        subscription=subscription,
    )


async def get_terms(conn: Connection) -> Terms:
    return await fetch_one(
        conn,
        Terms,
        "SELECT grace, cool_down, points_enabled, point_percent FROM site_config",
    )


async def find_contact(conn: Connection, subscription: SubscriptionId) -> Contact | None:
    """None where the member has left."""
    return await fetch_optional(
        conn,
        Contact,
        """
        SELECT m.id AS member_id, m.name, m.email, m.phone, c.site_name AS site, p.name AS plan
          FROM subscriptions s
          JOIN members m ON m.id = s.member_id AND m.left_at IS NULL
          JOIN plans p ON p.id = s.plan_id
         CROSS JOIN site_config c
         WHERE s.id = %(subscription)s
        """,
        subscription=subscription,
    )


async def _update(
    conn: Connection, subscription: SubscriptionId, changes: LiteralString, **params: object
) -> None:
    """Change a subscription's row, which the caller has locked and read."""
    await execute(
        conn, _UPDATE + changes + " WHERE id = %(subscription)s", subscription=subscription, **params
    )


async def set_paid(
    conn: Connection,
    subscription: SubscriptionId,
    *,
    period: int,
    amount: int,
    paid_until: datetime,
    due_at: datetime,
) -> None:
    """Record a paid period, and clear everything about earlier refusals."""
    await _update(
        conn,
        subscription,
        """
        state = 'active', period = %(period)s, amount = %(amount)s, paid_until = %(paid_until)s, due_at = %(due_at)s,
        retry_at = NULL, tries = 0, failure_code = NULL, suspended_at = NULL, charge_queued_at = NULL,
        noticed_days = NULL
        """,
        period=period,
        amount=amount,
        paid_until=paid_until,
        due_at=due_at,
    )


async def set_refused(
    conn: Connection,
    subscription: SubscriptionId,
    *,
    state: SubscriptionState,
    code: str,
    retry_at: datetime | None,
) -> None:
    await _update(
        conn,
        subscription,
        """
        state = %(state)s, failure_code = %(code)s, retry_at = %(retry_at)s, tries = tries + 1, charge_queued_at = NULL
        """,
        state=state,
        code=code,
        retry_at=retry_at,
    )


async def set_grace(conn: Connection, subscription: SubscriptionId, *, has_grace: bool) -> None:
    await _update(conn, subscription, "has_grace = %(has_grace)s", has_grace=has_grace)


async def set_past_due(conn: Connection, subscription: SubscriptionId) -> None:
    await _update(conn, subscription, "state = 'past_due'")


async def set_suspended(conn: Connection, subscription: SubscriptionId) -> None:
    await _update(conn, subscription, "state = 'suspended', suspended_at = now()")


async def set_ended(conn: Connection, subscription: SubscriptionId, reason: EndReason) -> None:
    await _update(
        conn,
        subscription,
        "state = 'ended', ended_at = now(), end_reason = %(reason)s, retry_at = NULL, charge_queued_at = NULL",
        reason=reason,
    )


async def set_method(conn: Connection, subscription: SubscriptionId, method: int) -> None:
    await _update(conn, subscription, "billing_method_id = %(method)s", method=method)


async def set_queued(conn: Connection, subscription: SubscriptionId) -> None:
    await _update(conn, subscription, "charge_queued_at = now(), retry_at = NULL")


async def set_stopping(conn: Connection, subscription: SubscriptionId, *, under_way: bool) -> None:
    """Cancel retries and queued charges; a charge that is under way stays marked as queued."""
    await _update(
        conn,
        subscription,
        """
        stop_requested_at = now(), retry_at = NULL,
        charge_queued_at = CASE WHEN %(under_way)s THEN charge_queued_at END
        """,
        under_way=under_way,
    )


async def set_going_on(conn: Connection, subscription: SubscriptionId) -> None:
    await _update(conn, subscription, "stop_requested_at = NULL")


async def set_retry(conn: Connection, subscription: SubscriptionId, retry_at: datetime | None) -> None:
    await _update(conn, subscription, "retry_at = %(retry_at)s", retry_at=retry_at)


async def list_running(conn: Connection, member: MemberId) -> list[SubscriptionId]:
    return await fetch_all(
        conn,
        SubscriptionId,
        "SELECT id FROM subscriptions WHERE member_id = %(member)s AND state <> 'ended' ORDER BY id",
        member=member,
    )


async def find_end_reason(conn: Connection, subscription: int) -> str | None:
    """Return why the subscription has ended; None if it has not."""
    return await fetch_optional(
        conn,
        str,
        "SELECT end_reason FROM subscriptions WHERE id = %(subscription)s AND state = 'ended'",
        subscription=subscription,
    )
