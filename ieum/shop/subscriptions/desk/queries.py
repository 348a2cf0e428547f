"""Queries on recurring payments for the console. Cards are not masked yet."""

from typing import LiteralString

from ieum.shop.kernel.db import Connection, fetch_all, fetch_optional
from ieum.shop.subscriptions.desk.types import (
    SubscriptionCharge,
    SubscriptionHappening,
    SubscriptionRecord,
    SubscriptionRise,
)

# A monthly one has as many charges in eight years.
MOST = 100

PAYER: LiteralString = "jsonb_build_object('id', m.id, 'name', coalesce(m.name, ''))"
STOPPING: LiteralString = "s.stop_requested_at IS NOT NULL AND s.state <> 'ended'"
RISE: LiteralString = """
    CASE WHEN c.id IS NULL THEN NULL WHEN c.agreed THEN 'agreed' WHEN c.agreed IS NULL THEN 'asked' ELSE 'declined' END
"""
SOURCE: LiteralString = """
    subscriptions s
    JOIN members m ON m.id = s.member_id
    JOIN orders first ON first.subscription_id = s.id AND first.period = 1
    JOIN order_lines sold ON sold.order_id = first.id AND sold.number = 1
    LEFT JOIN price_consents c ON c.subscription_id = s.id AND c.period = s.period + 1 AND s.state = 'active'
"""


async def find(conn: Connection, subscription: int) -> SubscriptionRecord | None:
    return await fetch_optional(
        conn,
        SubscriptionRecord,
        f"""
        SELECT s.id, {PAYER} AS payer, s.plan_id AS "planId", sold.name AS "planName", s.months, s.quantity, s.amount,
               s.state, s.due_at AS "dueAt", s.paid_until AS "paidUntil", s.retry_at AS "retryAt", s.tries,
               s.failure_code AS "failureCode", {STOPPING} AS stopping, {RISE} AS rise, s.started_at AS "startedAt",
               s.period, s.billing_method_id AS "billingMethodId",
               s.stop_requested_at AS "stopRequestedAt", s.suspended_at AS "suspendedAt", s.ended_at AS "endedAt",
               s.end_reason AS "endReason", s.charge_queued_at AS "chargeQueuedAt", s.noticed_days AS "noticedDays",
               o.id AS "openOrder", o.amount AS "openAmount", coalesce(o.state = 'confirming', false) AS charging
          FROM {SOURCE}
          LEFT JOIN orders o ON o.subscription_id = s.id AND o.period = s.period + 1
           AND o.state IN ('due', 'confirming')
         WHERE s.id = %(subscription)s
        """,
        subscription=subscription,
    )


async def list_charges(conn: Connection, subscription: int) -> list[SubscriptionCharge]:
    """Every attempt, newest first; an order that no card was tried for yet stands without one."""
    return await fetch_all(
        conn,
        SubscriptionCharge,
        """
        SELECT o.id AS "orderId", o.period, o.state AS "orderState", o.amount, y.attempt, y.state,
               coalesce(y.requested_at, o.created_at) AS at, coalesce(y.approved_at, o.closed_at) AS "settledAt",
               coalesce(y.refusal_code, CASE WHEN y.id IS NULL THEN o.failure_code END) AS code
          FROM orders o
          LEFT JOIN payments y ON y.order_id = o.id
         WHERE o.subscription_id = %(subscription)s
         ORDER BY o.period DESC, y.attempt DESC NULLS FIRST
         LIMIT %(most)s
        """,
        subscription=subscription,
        most=MOST,
    )


async def list_rises(conn: Connection, subscription: int) -> list[SubscriptionRise]:
    return await fetch_all(
        conn,
        SubscriptionRise,
        """
        SELECT period, old_amount AS "oldAmount", new_amount AS "newAmount", charge_at AS "chargeAt",
               asked_at AS "askedAt", answered_at AS "answeredAt", agreed
          FROM price_consents WHERE subscription_id = %(subscription)s ORDER BY period DESC LIMIT %(most)s
        """,
        subscription=subscription,
        most=MOST,
    )


async def list_happenings(conn: Connection, subscription: int) -> list[SubscriptionHappening]:
    """List what happened, newest first; `detail` is a sum, a code or a reason, by what happened."""
    return await fetch_all(
        conn,
        SubscriptionHappening,
        """
        SELECT id, at, what, detail FROM (
            SELECT 'started' AS id, started_at AS at, 'started' AS what, '' AS detail
              FROM subscriptions WHERE id = %(subscription)s
             UNION ALL
            SELECT 'stop', stop_requested_at, 'stop_requested', ''
              FROM subscriptions WHERE id = %(subscription)s AND stop_requested_at IS NOT NULL
             UNION ALL
            SELECT 'suspended', suspended_at, 'suspended', coalesce(failure_code, '')
              FROM subscriptions WHERE id = %(subscription)s AND suspended_at IS NOT NULL
             UNION ALL
            SELECT 'ended', ended_at, 'ended', end_reason
              FROM subscriptions WHERE id = %(subscription)s AND ended_at IS NOT NULL
             UNION ALL
            SELECT 'asked ' || period, asked_at, 'price_asked', new_amount::text
              FROM price_consents WHERE subscription_id = %(subscription)s
             UNION ALL
            SELECT 'answered ' || period, answered_at, CASE WHEN agreed THEN 'price_agreed' ELSE 'price_declined' END,
                   new_amount::text
              FROM price_consents WHERE subscription_id = %(subscription)s AND answered_at IS NOT NULL
             UNION ALL
            SELECT 'paid ' || o.period, o.paid_at, 'paid', o.amount::text
              FROM orders o WHERE o.subscription_id = %(subscription)s AND o.paid_at IS NOT NULL
             UNION ALL
            SELECT 'refused ' || y.id, y.requested_at, 'refused', coalesce(y.refusal_code, '')
              FROM orders o JOIN payments y ON y.order_id = o.id AND y.state = 'refused'
             WHERE o.subscription_id = %(subscription)s
             UNION ALL
            SELECT 'refunded ' || r.id, r.completed_at, 'refunded', r.amount::text
              FROM orders o JOIN refunds r ON r.order_id = o.id AND r.completed_at IS NOT NULL
             WHERE o.subscription_id = %(subscription)s
        ) happened
         ORDER BY at DESC, what = 'started', id DESC LIMIT %(most)s
        """,
        subscription=subscription,
        most=MOST,
    )
