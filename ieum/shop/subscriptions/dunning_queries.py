"""Lists the subscriptions for each dunning step. The step locks each one and checks it again."""

from typing import LiteralString

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all
from ieum.shop.orders import rules
from ieum.shop.subscriptions.types import SubscriptionId

_LIST: LiteralString = "SELECT s.id FROM subscriptions s"
_NOT_UNDER_WAY: LiteralString = """
       AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.subscription_id = s.id AND o.state = 'confirming')
"""
# Subscriptions whose paid time ends within ten minutes while their charge is queued or under way.
FOR_GRACE: LiteralString = """
     WHERE s.state = 'active' AND s.paid_until <= now() + interval '10 minutes'
       AND s.charge_queued_at IS NOT NULL AND s.stop_requested_at IS NULL
     ORDER BY s.paid_until, s.id
"""
# Subscriptions whose grace is over and that have no charge under way.
TO_SUSPEND: LiteralString = (
    """
     CROSS JOIN site_config c
     WHERE s.state = 'past_due' AND s.stop_requested_at IS NULL
       AND s.paid_until <= now() - CASE WHEN s.has_grace THEN c.grace ELSE interval '0' END
    """
    + _NOT_UNDER_WAY
    + "ORDER BY s.paid_until, s.id"
)
# Suspended subscriptions whose addresses have cooled down and whose last retry is over.
TO_RELEASE: LiteralString = (
    """
     CROSS JOIN site_config c
     WHERE s.state = 'suspended' AND s.charge_queued_at IS NULL
       AND greatest(s.suspended_at + c.cool_down, s.retry_at + interval '1 day') <= now()
    """
    + _NOT_UNDER_WAY
    + "ORDER BY s.suspended_at, s.id"
)
# Stopped subscriptions whose paid time is over.
TO_END: LiteralString = (
    """
     WHERE s.state IN ('active', 'past_due', 'suspended') AND s.stop_requested_at IS NOT NULL AND s.paid_until <= now()
    """
    + _NOT_UNDER_WAY
    + "ORDER BY s.paid_until, s.id"
)
# Subscriptions whose paid time is over and whose members have not agreed to a higher price.
NOT_AGREED: LiteralString = """
      JOIN price_consents c ON c.subscription_id = s.id AND c.period = s.period + 1 AND c.agreed IS DISTINCT FROM true
     WHERE s.state = 'active' AND s.paid_until <= now() AND s.charge_queued_at IS NULL AND s.stop_requested_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.subscription_id = s.id AND o.period = s.period + 1)
     ORDER BY s.paid_until, s.id
"""
# Subscriptions that were begun and whose first order was closed before the card was charged. An expired order counts
# once it is too old to be paid.
NEVER_CHARGED: LiteralString = """
      JOIN orders o ON o.subscription_id = s.id AND o.period = 1
     WHERE s.state = 'starting' AND s.id = coalesce(%(only)s, s.id)
       AND (o.state IN ('failed', 'cancelled', 'refunded')
            OR (o.state = 'expired' AND o.hold_until + %(window)s < now()))
     ORDER BY s.id
"""


async def list_due(
    conn: Connection, which: LiteralString, *, limit: int, only: SubscriptionId | None = None
) -> list[SubscriptionId]:
    """The subscriptions of one of the lists above; `only` narrows NEVER_CHARGED to one subscription."""
    return await fetch_all(
        conn,
        SubscriptionId,
        _LIST + which + " LIMIT %(limit)s",
        limit=limit,
        only=only,
        window=rules.WINDOW,
    )


async def lock_first_order(conn: Connection, subscription: SubscriptionId) -> None:
    """Lock the first order in any state, which waits for a process that is beginning its charge."""
    await execute(
        conn,
        "SELECT 1 FROM orders WHERE subscription_id = %(subscription)s AND period = 1 FOR UPDATE",
        subscription=subscription,
    )


async def lacks_consent(conn: Connection, subscription: SubscriptionId, period: int) -> bool:
    """Tell whether this period's price is not agreed to. Read after the lock, because the member may have agreed."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM price_consents
         WHERE subscription_id = %(subscription)s AND period = %(period)s AND agreed IS DISTINCT FROM true
        """,
        subscription=subscription,
        period=period,
    )
