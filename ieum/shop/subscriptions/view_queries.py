"""Queries for what members see of their subscriptions and change about them."""

import msgspec

from ieum.shop.kernel.db import Connection, any_row, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import Order
from ieum.shop.subscriptions.types import SubscriptionId, SubscriptionRow

# More than any member has; older ones are in the payment history.
LONGEST_LIST = 100


async def list_of_member(
    conn: Connection, member: MemberId, *, subscription: int | None = None
) -> list[SubscriptionRow]:
    """List a member's subscriptions: running ones first, then the newest. Without those whose first charge is open."""
    return await fetch_all(
        conn,
        SubscriptionRow,
        """
        SELECT s.id, s.plan_id, p.name AS plan_name, p.kind, coalesce(a.carrier, '') AS carrier, s.months,
               s.quantity, s.amount, s.state, s.paid_until, s.due_at, s.retry_at,
               s.stop_requested_at IS NOT NULL AND s.state <> 'ended' AS stopping,
               s.suspended_at, s.has_grace, s.started_at, s.ended_at, s.end_reason, s.billing_method_id, s.failure_code,
               c.old_amount, c.new_amount, c.charge_at, c.agreed, o.amount AS owed_amount,
               coalesce(o.state = 'confirming', false) AS charging,
               ARRAY(SELECT json_build_object('id', v.id, 'address', host(e.address))
                       FROM services v
                       LEFT JOIN LATERAL (
                            SELECT address_id FROM leases
                             WHERE service_id = v.id AND active_at IS NOT NULL ORDER BY id DESC LIMIT 1) l ON true
                       LEFT JOIN exit_addresses e ON e.id = l.address_id
                      WHERE v.subscription_id = s.id
                      ORDER BY v.id) AS services
          FROM subscriptions s
          JOIN plans p ON p.id = s.plan_id
          LEFT JOIN address_pools a ON a.id = p.pool_id
          LEFT JOIN price_consents c ON c.subscription_id = s.id AND c.period = s.period + 1
           AND s.state = 'active'
          LEFT JOIN orders o ON o.subscription_id = s.id AND o.period = s.period + 1
           AND o.state IN ('due', 'confirming')
         WHERE s.member_id = %(member)s AND s.paid_until IS NOT NULL AND s.state <> 'starting'
           AND coalesce(%(subscription)s::bigint, s.id) = s.id
         ORDER BY s.state = 'ended', s.id DESC
         LIMIT %(limit)s
        """,
        member=member,
        subscription=subscription,
        limit=LONGEST_LIST,
    )


async def insert_starting(conn: Connection, order: Order, method: int) -> SubscriptionId:
    """Insert the subscription whose first charge this order is."""
    return await fetch_one(
        conn,
        SubscriptionId,
        """
        INSERT INTO subscriptions (member_id, plan_id, months, quantity, amount, billing_method_id)
        VALUES (%(member_id)s, %(plan_id)s, %(months)s, %(quantity)s, %(amount)s, %(card)s) RETURNING id
        """,
        card=method,
        **msgspec.structs.asdict(order),
    )


async def answer_price(
    conn: Connection, subscription: SubscriptionId, *, period: int, agreed: bool, address: str
) -> bool:
    """False where the member was not asked, or the period's order exists already."""
    return await any_row(
        conn,
        """
        UPDATE price_consents SET answered_at = now(), agreed = %(agreed)s, ip_address = %(address)s
         WHERE subscription_id = %(subscription)s AND period = %(period)s
           AND NOT EXISTS (SELECT 1 FROM orders
                            WHERE subscription_id = %(subscription)s AND period = %(period)s)
        """,
        subscription=subscription,
        period=period,
        agreed=agreed,
        address=address,
    )


async def is_own(conn: Connection, subscription: int, member: MemberId) -> bool:
    return await any_row(
        conn,
        "SELECT 1 FROM subscriptions WHERE id = %(subscription)s AND member_id = %(member)s",
        subscription=subscription,
        member=member,
    )
