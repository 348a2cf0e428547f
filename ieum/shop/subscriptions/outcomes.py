"""Changes a subscription when a charge is paid or refused, or when the subscription ends.

The caller has locked the order; the subscription is locked here, after it, and services after both. Nothing here calls
the provider or changes an order that the caller or this module has not locked.
"""

from datetime import UTC, datetime
from functools import partial

from psycopg import Rollback

from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.months import last_day
from ieum.shop.messaging import queries as messages
from ieum.shop.messaging import subscription_templates as texts
from ieum.shop.orders import queries as orders
from ieum.shop.orders.types import Order
from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.refusals import refusal_text
from ieum.shop.services import service as services
from ieum.shop.subscriptions import lapse_queries, method_queries, notices, queries, rules
from ieum.shop.subscriptions.types import EndReason, LockedSubscription, OpenOrder


async def lock_running(conn: Connection, order: Order) -> LockedSubscription | None:
    """Lock the subscription whose next charge this order is. None where it has ended: the money then goes back."""
    running = None if order.subscription_id is None else await queries.lock(conn, order.subscription_id)
    if running is None or running.state == "ended" or order.period != running.period + 1:
        return None
    return running


async def may_charge(conn: Connection, order: Order, method: int) -> bool:
    """Tell whether the card may be charged for an order; asked in the transaction that makes it `confirming`.

    False where the member has stopped the subscription or changed the card, or another process made the charge.
    """
    running = await lock_running(conn, order)
    return (
        running is not None
        and running.billing_method_id == method
        and running.stop_requested_at is None
        and (running.state == "starting" or running.charge_queued_at is not None)
        and await method_queries.share_usable(conn, method)
    )


async def may_repeat(conn: Connection, order: Order, method: int) -> bool:
    """Tell whether a charge that was begun, but may never have been sent, may be sent to this card now.

    False where the member has since stopped the subscription or removed the card. A change to another card does not
    matter.
    """
    running = await lock_running(conn, order)
    return (
        running is not None
        and running.stop_requested_at is None
        and await method_queries.share_usable(conn, method)
    )


async def note_started(conn: Connection, order: Order, paid_until: datetime) -> None:
    """Start a subscription whose first period is paid. One that ended before its money arrived stays ended.

    Its first period is served in either case.
    """
    running = await lock_running(conn, order)
    if running is None or running.state != "starting":
        return
    due_at = rules.due_at_of(paid_until)
    await queries.set_paid(
        conn, running.id, period=1, amount=running.amount, paid_until=paid_until, due_at=due_at
    )
    await notices.tell(
        conn,
        running.id,
        f"subscription-started:{running.id}",
        partial(
            texts.started,
            amount=order.amount,
            paid_until=f"{last_day(paid_until):%Y.%m.%d}",
            due_at=due_at,
        ),
    )


async def note_paid(conn: Connection, order: Order, paid_until: datetime) -> None:
    """Record that a later period is paid, which clears earlier refusals. The caller has renewed the services."""
    running = await lock_running(conn, order)
    if running is None:
        return
    due_at = rules.due_at_of(paid_until)
    await queries.set_paid(
        conn,
        running.id,
        period=running.period + 1,
        amount=order.amount,
        paid_until=paid_until,
        due_at=due_at,
    )
    if running.state == "suspended":
        await services.resume(conn, await queries.list_services(conn, running.id))
        await messages.withdraw(conn, notices.suspension(running))


async def note_refused(conn: Connection, order: Order, code: str, remedy: Remedy) -> None:
    """Record a refused charge: a first period ends the subscription, a later one is retried or waits for its member.

    Where the subscription ended while the charge was under way, its order is cancelled, as `end` cancels the others.
    """
    running = await lock_running(conn, order)
    if running is None:
        ended = order.subscription_id and await queries.find_end_reason(conn, order.subscription_id)
        if ended:
            await orders.cancel_due(conn, [order.id], ended)
        return
    if remedy is Remedy.OUR_FAULT:
        await raise_alarm(
            conn,
            "charge_refused",
            reference=code,
            detail=f"결제대행사가 {order.id} 주문의 정기결제를 우리 쪽 이유로 거절했습니다.",
        )
    if running.state == "starting":
        await queries.set_ended(conn, running.id, "refused")
        return
    await _note_refused_renewal(conn, running, order, code, remedy)


async def begin_grace(conn: Connection, running: LockedSubscription, remedy: Remedy) -> datetime:
    """Serve the subscription beyond its paid time; returns until when.

    There is no grace for a member or a card that has left a subscription unpaid within a year: three free days could be
    had again and again. What was announced after an earlier refusal stays; and nobody pays for a fault of ours.
    """
    has_grace = running.has_grace
    if running.state != "past_due" or not running.tries:
        is_members = remedy not in {Remedy.OUR_FAULT, Remedy.UNKNOWN}
        has_grace = not (is_members and await lapse_queries.has_lapsed(conn, running.id))
        await queries.set_grace(conn, running.id, has_grace=has_grace)
    until = running.paid_until + (await queries.get_terms(conn)).grace_of(has_grace=has_grace)
    await services.set_end(conn, await queries.list_services(conn, running.id), until)
    return until


async def end(conn: Connection, subscription: int, reason: EndReason) -> None:
    """End a subscription: no more charges. A second time does nothing.

    Suspended services end at once, because their addresses have cooled down meanwhile. Others run to the end of what
    is paid, unless the caller has ended them. A caller that has locked the subscription has locked its open
    orders before.
    """
    charges, running = await _lock_with_charges(conn, subscription)
    if running is None or running.state == "ended":
        return
    if running.state == "past_due" and rules.is_unpaid(running, datetime.now(UTC)):
        await lapse_queries.insert(conn, running.id)
    await queries.set_ended(conn, running.id, reason)
    await orders.cancel_due(conn, [charge.id for charge in charges], reason)
    if running.state == "suspended":
        await messages.withdraw(conn, notices.suspension(running))
    served = await queries.list_services(conn, running.id)
    if reason == "unpaid" or running.state == "suspended":
        await services.end(conn, served, rested=True)
    elif running.state == "past_due":
        await services.set_end(conn, served, running.paid_until)


async def _lock_with_charges(
    conn: Connection, subscription: int
) -> tuple[list[OpenOrder], LockedSubscription | None]:
    """Lock the subscription's open charges, then the subscription.

    A job may insert another charge while this waits for the subscription. Locking that charge now would break the order
    of locks, so all locks are released and taken again.
    """
    while True:
        async with conn.transaction():
            charges = await queries.lock_open_orders(conn, subscription)
            running = await queries.lock(conn, subscription)
            if not await queries.has_other_orders(conn, subscription, [charge.id for charge in charges]):
                return charges, running
            raise Rollback


async def _note_refused_renewal(
    conn: Connection, running: LockedSubscription, order: Order, code: str, remedy: Remedy
) -> None:
    if running.stop_requested_at is not None:
        # The charge was under way when its member stopped the subscription, so the member need not do anything.
        await queries.set_refused(conn, running.id, state=running.state, code=code, retry_at=None)
        return
    retry_at = rules.retry_at_of(remedy, running.due_at, datetime.now(UTC))
    suspended = running.state == "suspended"
    await queries.set_refused(
        conn, running.id, state="suspended" if suspended else "past_due", code=code, retry_at=retry_at
    )
    if running.suspended_at is not None and suspended:
        terms = await queries.get_terms(conn)
        until = rules.release_at_of(running.suspended_at, terms.cool_down, retry_at)
    else:
        until = await begin_grace(conn, running, remedy)
    await notices.tell_refused(
        conn,
        running,
        order,
        refusal=refusal_text(code),
        our_fault=remedy is Remedy.OUR_FAULT,
        retry_at=retry_at,
        until=until,
    )
