"""Dunning: moves unpaid subscriptions through grace, suspension and release, and ends those that were stopped."""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import LiteralString

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.messaging import subscription_templates as texts
from ieum.shop.payments.provider import Remedy
from ieum.shop.services import service as services
from ieum.shop.subscriptions import dunning_queries, lapse_queries, outcomes, queries, rules
from ieum.shop.subscriptions.notices import suspension, tell
from ieum.shop.subscriptions.types import EndReason, LockedSubscription, SubscriptionId

log = logging.getLogger(__name__)

# The most subscriptions per step and run; the next minute's run continues.
LIMIT = 2000

type Step = Callable[[Connection, SubscriptionId], Awaitable[None]]


async def close_due(db: Database) -> None:
    """Run every step that is due, each in its own transaction, so that one failure does not stop the others."""
    steps: list[tuple[LiteralString, Step]] = [
        (dunning_queries.FOR_GRACE, _begin_grace),
        (dunning_queries.TO_SUSPEND, _suspend),
        (dunning_queries.TO_RELEASE, _release),
        (dunning_queries.TO_END, _end_stopped),
        (dunning_queries.NOT_AGREED, _end_not_agreed),
        (dunning_queries.NEVER_CHARGED, _end_never_charged),
    ]
    for which, step in steps:
        async with db.connection() as conn:
            due = await dunning_queries.list_due(conn, which, limit=LIMIT)
        for subscription in due:
            try:
                async with db.transaction() as conn:
                    await step(conn, subscription)
            except Exception:
                log.exception("subscription %s: the step %s failed", subscription, step.__name__)


async def _lock_idle(conn: Connection, subscription: int) -> LockedSubscription | None:
    """Lock a subscription; None while a charge is under way, because its outcome decides what happens next."""
    orders = await queries.lock_open_orders(conn, subscription)
    if any(order.state == "confirming" for order in orders):
        return None
    return await queries.lock(conn, subscription)


async def stop_charging(conn: Connection, running: LockedSubscription, *, under_way: bool) -> None:
    """Cancel future charges. What is paid is served to its end, and no grace after it."""
    await queries.set_stopping(conn, running.id, under_way=under_way)
    if running.state == "past_due" and running.paid_until > datetime.now(UTC):
        await services.set_end(conn, await queries.list_services(conn, running.id), running.paid_until)


async def _begin_grace(conn: Connection, subscription: SubscriptionId) -> None:
    """Serve a subscription beyond its paid time, because the outcome of its charge is open."""
    await queries.lock_open_orders(conn, subscription)
    running = await queries.lock(conn, subscription)
    if running and running.state == "active" and running.charge_queued_at and not running.stop_requested_at:
        await queries.set_past_due(conn, subscription)
        # Nobody is at fault yet.
        await outcomes.begin_grace(conn, running, Remedy.UNKNOWN)


async def _suspend(conn: Connection, subscription: SubscriptionId) -> None:
    running = await _lock_idle(conn, subscription)
    terms = await queries.get_terms(conn)
    now = datetime.now(UTC)
    if running is None or running.state != "past_due":
        return
    if running.paid_until + terms.grace_of(has_grace=running.has_grace) > now:
        return
    await services.suspend(conn, await queries.list_services(conn, subscription))
    await queries.set_suspended(conn, subscription)
    await lapse_queries.insert(conn, subscription)
    release_at = rules.release_at_of(now, terms.cool_down, running.retry_at)
    amount = await queries.amount_owed(conn, subscription)
    await tell(
        conn,
        subscription,
        suspension(running),
        partial(texts.suspended, amount=amount, release_at=release_at),
        partial(texts.suspended_sms, release_at=release_at),
    )


async def _release(conn: Connection, subscription: SubscriptionId) -> None:
    running = await _lock_idle(conn, subscription)
    if running is None or running.state != "suspended" or running.suspended_at is None:
        return
    terms = await queries.get_terms(conn)
    if rules.release_at_of(running.suspended_at, terms.cool_down, running.retry_at) > datetime.now(UTC):
        return
    await outcomes.end(conn, subscription, "unpaid")
    reference = f"subscription-released:{subscription}"
    await tell(conn, subscription, reference, texts.released, texts.released_sms)


async def _end_stopped(conn: Connection, subscription: SubscriptionId) -> None:
    running = await _lock_idle(conn, subscription)
    if running is None or not running.stop_requested_at or running.paid_until > datetime.now(UTC):
        return
    await end_and_tell(conn, running, "stopped")


async def _end_not_agreed(conn: Connection, subscription: SubscriptionId) -> None:
    running = await _lock_idle(conn, subscription)
    if (
        running
        and running.state == "active"
        and running.charge_queued_at is None
        and running.paid_until <= datetime.now(UTC)
        and await dunning_queries.lacks_consent(conn, subscription, running.period + 1)
    ):
        await end_and_tell(conn, running, "price_declined")


async def _end_never_charged(conn: Connection, subscription: SubscriptionId) -> None:
    await dunning_queries.lock_first_order(conn, subscription)
    await queries.lock(conn, subscription)
    if await dunning_queries.list_due(conn, dunning_queries.NEVER_CHARGED, limit=1, only=subscription):
        await queries.set_ended(conn, subscription, "refused")


async def end_and_tell(conn: Connection, running: LockedSubscription, reason: EndReason) -> None:
    """End a subscription as its member wished, and confirm that by mail."""
    await outcomes.end(conn, running.id, reason)
    await tell(conn, running.id, f"subscription-ended:{running.id}", texts.stopped)
