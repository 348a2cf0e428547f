"""Queries for charges and notices that are due, in batches, so that memory does not grow with their number."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString
from uuid import UUID

import msgspec

from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import OrderId
from ieum.shop.subscriptions.types import BillingMethodId, Consent, SubscriptionId


class DueRow(msgspec.Struct, kw_only=True):
    """A subscription with its next period, due now or later."""

    id: SubscriptionId
    customer_key: UUID
    plan_id: PlanId
    months: int
    quantity: int
    due_at: datetime
    period: int
    agreed_amount: int
    # The plan's price when the period is due, read from the catalogue; None where it is not sold for so many months.
    price: int | None = None
    new_amount: int | None
    agreed: bool | None
    # The last notice of the coming charge: 7 or 1 days ahead; 0 is the notice that nothing will be charged.
    noticed: int | None

    @property
    def consent(self) -> Consent | None:
        return None if self.new_amount is None else Consent(self.new_amount, self.agreed)


class AheadRow(DueRow, kw_only=True):
    """A subscription with its next period, its member and its card, for notices."""

    paid_until: datetime
    member_id: MemberId
    name: str
    email: str
    phone: str
    site: str
    plan: str
    issuer_code: str | None
    card_number: str | None


class Candidate(msgspec.Struct):
    """A subscription whose member may have to be asked about a higher price."""

    id: SubscriptionId
    due_at: datetime


class Charge(msgspec.Struct):
    """An order that is to be charged now."""

    subscription: SubscriptionId
    order: OrderId


class ChargedCard(msgspec.Struct):
    method: BillingMethodId
    # False where the card was removed, here or at the provider.
    usable: bool


_LIST: LiteralString = "SELECT s.id FROM subscriptions s"
# Refused subscriptions whose retry day has come.
TO_RETRY: LiteralString = """
     WHERE s.state IN ('past_due', 'suspended') AND s.retry_at <= now() AND s.charge_queued_at IS NULL
       AND s.stop_requested_at IS NULL
     ORDER BY s.retry_at, s.id
"""
# Subscriptions whose charge was queued long ago and not made: the job is lost, or waits in a long queue.
LOST: LiteralString = """
      JOIN orders o ON o.subscription_id = s.id AND o.period = s.period + 1 AND o.state = 'due'
     WHERE s.charge_queued_at < now() - make_interval(secs => %(seconds)s) AND s.state <> 'ended'
       AND s.stop_requested_at IS NULL
     ORDER BY s.charge_queued_at, s.id
"""
# Subscriptions whose seven-day or one-day notice is due and was not sent yet.
TO_NOTICE: LiteralString = """
     WHERE s.state = 'active' AND s.stop_requested_at IS NULL
       AND s.due_at > now() AND s.due_at <= now() + interval '7 days'
       AND (s.noticed_days IS NULL OR (s.noticed_days = 7 AND s.due_at <= now() + interval '1 day'))
     ORDER BY s.due_at, s.id
"""


async def lock_due(conn: Connection, *, after: tuple[datetime, int] | None, limit: int) -> list[DueRow]:
    """The next batch after `after`, oldest first. Rows locked by another transaction are left to the next run."""
    return await fetch_all(
        conn,
        DueRow,
        """
        SELECT s.id, s.plan_id, s.months, s.quantity, s.due_at, s.period + 1 AS period, s.amount AS agreed_amount,
               c.new_amount, c.agreed,
               s.noticed_days AS noticed, m.customer_key
          FROM subscriptions s
          JOIN members m ON m.id = s.member_id
          LEFT JOIN price_consents c ON c.subscription_id = s.id AND c.period = s.period + 1
         WHERE s.state = 'active' AND s.due_at <= now() AND s.charge_queued_at IS NULL
           AND s.stop_requested_at IS NULL
           AND (%(after_at)s::timestamptz IS NULL OR (s.due_at, s.id) > (%(after_at)s, %(after_id)s))
         ORDER BY s.due_at, s.id
         LIMIT %(limit)s
           FOR UPDATE OF s SKIP LOCKED
        """,
        after_at=after and after[0],
        after_id=after[1] if after else 0,
        limit=limit,
    )


async def mark_queued(conn: Connection, subscriptions: Sequence[int]) -> list[Charge]:
    """Mark the charges of these subscriptions as queued; returns those that are still due."""
    return await fetch_all(
        conn,
        Charge,
        """
        UPDATE subscriptions s SET charge_queued_at = now(), retry_at = NULL
          FROM orders o
         WHERE s.id = ANY(%(subscriptions)s) AND o.subscription_id = s.id AND o.period = s.period + 1
           AND o.state = 'due'
        RETURNING s.id AS subscription, o.id AS "order"
        """,
        subscriptions=list(subscriptions),
    )


async def lock_batch(
    conn: Connection, which: LiteralString, *, limit: int, **params: object
) -> list[SubscriptionId]:
    """Lock the next subscriptions of one of the lists above; those that another transaction has locked are left out."""
    query = _LIST + which + " LIMIT %(limit)s FOR UPDATE OF s SKIP LOCKED"
    return await fetch_all(conn, SubscriptionId, query, limit=limit, **params)


async def list_ahead(conn: Connection, subscriptions: Sequence[int]) -> list[AheadRow]:
    return await fetch_all(
        conn,
        AheadRow,
        """
        SELECT s.id, s.plan_id, s.months, s.quantity, s.due_at, s.period + 1 AS period, s.amount AS agreed_amount,
               c.new_amount, c.agreed,
               s.noticed_days AS noticed, m.customer_key, s.paid_until, s.member_id, m.name, m.email, m.phone,
               site.site_name AS site, p.name AS plan, b.issuer_code, b.card_number
          FROM subscriptions s
          JOIN members m ON m.id = s.member_id AND m.left_at IS NULL
          JOIN plans p ON p.id = s.plan_id
          JOIN billing_methods b ON b.id = s.billing_method_id
         CROSS JOIN site_config site
          LEFT JOIN price_consents c ON c.subscription_id = s.id AND c.period = s.period + 1
         WHERE s.id = ANY(%(subscriptions)s)
         ORDER BY s.due_at, s.id
        """,
        subscriptions=list(subscriptions),
    )


async def set_noticed(conn: Connection, subscriptions: Sequence[int], days: Sequence[int]) -> None:
    await execute(
        conn,
        """
        UPDATE subscriptions s SET noticed_days = n.days
          FROM unnest(%(subscriptions)s::bigint[], %(days)s::smallint[]) AS n (id, days) WHERE s.id = n.id
        """,
        subscriptions=list(subscriptions),
        days=list(days),
    )


async def lock_not_asked(
    conn: Connection, *, after: tuple[datetime, int] | None, limit: int
) -> list[Candidate]:
    """The next batch after `after` whose members were not asked about a higher price and can be asked in time.

    전자상거래법 13⑥: consent is asked for within the 30 days before the charge; a week is left to think about it.
    """
    return await fetch_all(
        conn,
        Candidate,
        """
        SELECT s.id, s.due_at FROM subscriptions s
         WHERE s.state = 'active' AND s.stop_requested_at IS NULL
           AND s.due_at BETWEEN now() + interval '7 days' AND now() + interval '30 days'
           AND (%(after_at)s::timestamptz IS NULL OR (s.due_at, s.id) > (%(after_at)s, %(after_id)s))
           AND NOT EXISTS (SELECT 1 FROM price_consents c
                            WHERE c.subscription_id = s.id AND c.period = s.period + 1)
         ORDER BY s.due_at, s.id LIMIT %(limit)s
           FOR UPDATE OF s SKIP LOCKED
        """,
        after_at=after and after[0],
        after_id=after[1] if after else 0,
        limit=limit,
    )


async def insert_consents(conn: Connection, subscriptions: Sequence[int], amounts: Sequence[int]) -> None:
    """Record that the members are asked; their answers are still missing."""
    await execute(
        conn,
        """
        INSERT INTO price_consents (subscription_id, period, old_amount, new_amount, charge_at)
        SELECT s.id, s.period + 1, s.amount, n.amount, s.due_at
          FROM unnest(%(subscriptions)s::bigint[], %(amounts)s::integer[]) AS n (id, amount)
          JOIN subscriptions s ON s.id = n.id
        ON CONFLICT (subscription_id, period) DO NOTHING
        """,
        subscriptions=list(subscriptions),
        amounts=list(amounts),
    )


async def find_card(conn: Connection, order_id: str) -> ChargedCard | None:
    """The card to charge for this order, a first or a queued one. None where nothing is to be charged."""
    return await fetch_optional(
        conn,
        ChargedCard,
        """
        SELECT b.id AS method, b.state = 'active' AS usable
          FROM orders o
          JOIN subscriptions s ON s.id = o.subscription_id
          JOIN billing_methods b ON b.id = s.billing_method_id
         WHERE o.id = %(order_id)s AND s.stop_requested_at IS NULL AND o.period = s.period + 1
           AND CASE s.state WHEN 'ended' THEN false
                            WHEN 'starting' THEN o.state IN ('awaiting_payment', 'expired')
                            ELSE o.state = 'due' AND s.charge_queued_at IS NOT NULL END
        """,
        order_id=order_id,
    )
