"""Lists the subscriptions for each dunning step. The step locks each one and checks it again."""

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all
from ieum.shop.orders import rules
from ieum.shop.subscriptions.types import SubscriptionId


async def list_for_grace(conn: Connection, *, limit: int) -> list[SubscriptionId]:
    """Subscriptions whose paid time ends within ten minutes while their charge is queued or under way."""
    return await fetch_all(
        conn,
        SubscriptionId,
        """
        SELECT s.id FROM subscriptions s
         WHERE s.state = 'active' AND s.paid_until <= now() + interval '10 minutes'
           AND s.charge_queued_at IS NOT NULL AND s.stop_requested_at IS NULL
         ORDER BY s.paid_until, s.id LIMIT %(limit)s
        """,
        limit=limit,
    )


async def list_to_suspend(conn: Connection, *, limit: int) -> list[SubscriptionId]:
    """Subscriptions whose grace is over and that have no charge under way."""
    return await fetch_all(
        conn,
        SubscriptionId,
        """
        SELECT s.id FROM subscriptions s CROSS JOIN site_config c
         WHERE s.state = 'past_due' AND s.paid_until <= now() - c.grace AND s.stop_requested_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.subscription_id = s.id AND o.state = 'confirming')
         ORDER BY s.paid_until, s.id LIMIT %(limit)s
        """,
        limit=limit,
    )


async def list_to_release(conn: Connection, *, limit: int) -> list[SubscriptionId]:
    """Suspended subscriptions whose addresses have cooled down and whose last retry is over."""
    return await fetch_all(
        conn,
        SubscriptionId,
        """
        SELECT s.id FROM subscriptions s CROSS JOIN site_config c
         WHERE s.state = 'suspended' AND s.charge_queued_at IS NULL
           AND greatest(s.suspended_at + c.cool_down, s.retry_at + interval '1 day') <= now()
           AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.subscription_id = s.id AND o.state = 'confirming')
         ORDER BY s.suspended_at, s.id LIMIT %(limit)s
        """,
        limit=limit,
    )


async def list_to_end(conn: Connection, *, limit: int) -> list[SubscriptionId]:
    """Stopped subscriptions whose paid time is over."""
    return await fetch_all(
        conn,
        SubscriptionId,
        """
        SELECT s.id FROM subscriptions s
         WHERE s.state IN ('active', 'past_due', 'suspended') AND s.stop_requested_at IS NOT NULL
           AND s.paid_until <= now()
           AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.subscription_id = s.id AND o.state = 'confirming')
         ORDER BY s.paid_until, s.id LIMIT %(limit)s
        """,
        limit=limit,
    )


async def list_not_agreed(conn: Connection, *, limit: int) -> list[SubscriptionId]:
    """Subscriptions whose paid time is over and whose members have not agreed to a higher price."""
    return await fetch_all(
        conn,
        SubscriptionId,
        """
        SELECT s.id FROM subscriptions s
          JOIN price_consents c ON c.subscription_id = s.id AND c.period = s.period + 1
           AND c.agreed IS DISTINCT FROM true
         WHERE s.state = 'active' AND s.paid_until <= now() AND s.charge_queued_at IS NULL
           AND s.stop_requested_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.subscription_id = s.id AND o.period = s.period + 1)
         ORDER BY s.paid_until, s.id LIMIT %(limit)s
        """,
        limit=limit,
    )


async def list_never_charged(
    conn: Connection, *, limit: int, only: SubscriptionId | None = None
) -> list[SubscriptionId]:
    """Subscriptions that were begun and whose first order was closed before the card was charged.

    An expired order counts once it is too old to be paid.
    """
    return await fetch_all(
        conn,
        SubscriptionId,
        """
        SELECT s.id FROM subscriptions s
          JOIN orders o ON o.subscription_id = s.id AND o.period = 1
         WHERE s.state = 'starting' AND s.id = coalesce(%(only)s, s.id)
           AND (o.state IN ('failed', 'cancelled', 'refunded')
                OR (o.state = 'expired' AND o.hold_until + %(window)s < now()))
         ORDER BY s.id LIMIT %(limit)s
        """,
        only=only,
        window=rules.WINDOW,
        limit=limit,
    )


async def lock_first_order(conn: Connection, subscription: SubscriptionId) -> None:
    """Lock the first order in any state, which waits for a process that is beginning its charge."""
    await execute(
        conn,
        "SELECT 1 FROM orders WHERE subscription_id = %(subscription)s AND period = 1 FOR UPDATE",
        subscription=subscription,
    )


async def set_past_due(conn: Connection, subscription: SubscriptionId) -> None:
    await execute(
        conn,
        "UPDATE subscriptions SET state = 'past_due' WHERE id = %(subscription)s AND state = 'active'",
        subscription=subscription,
    )


async def set_suspended(conn: Connection, subscription: SubscriptionId) -> None:
    await execute(
        conn,
        """
        UPDATE subscriptions SET state = 'suspended', suspended_at = now()
         WHERE id = %(subscription)s AND state = 'past_due'
        """,
        subscription=subscription,
    )


async def lacks_consent(conn: Connection, subscription: SubscriptionId) -> bool:
    """Read again after the lock, because the member may have agreed meanwhile."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM price_consents c JOIN subscriptions s ON s.id = c.subscription_id
         WHERE s.id = %(subscription)s AND c.period = s.period + 1 AND c.agreed IS DISTINCT FROM true
        """,
        subscription=subscription,
    )
