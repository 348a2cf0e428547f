"""What becomes of a subscription when its money comes, is refused, or will not come any more.

For settlement and payments to call, with the order locked. The subscription is locked here, after it; services after
both. Nothing here calls the provider or moves an order that somebody else has.
"""

from datetime import UTC, datetime

from psycopg import Rollback

from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.months import last_day
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import subscription_templates as texts
from ieum.shop.orders import queries as orders
from ieum.shop.orders.types import Order
from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.refusals import refusal_text
from ieum.shop.services import service as services
from ieum.shop.subscriptions import method_queries, notices, queries, rules
from ieum.shop.subscriptions.types import EndReason, OpenOrder, Running, SubscriptionId


async def lock_running(conn: Connection, order: Order) -> Running | None:
    """The subscription that this order is the next charge of; None where it is over: its money goes back then."""
    running = await queries.lock_of_order(conn, order.id)
    if running is None or running.state == "ended":
        return None
    return running if await queries.period_of(conn, order.id) == running.period + 1 else None


async def may_charge(conn: Connection, order: Order, method: int) -> bool:
    """Whether this order may be charged to this card now; asked in the transaction that makes it `confirming`.

    Not where its member has stopped it, changed the card, or the charge was carried out by somebody else.
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
    """Whether a charge that was begun, and may never have left, may be sent to this card now.

    Not where its member has stopped it meanwhile, or given the card up. Another card of theirs does not hinder it.
    """
    running = await lock_running(conn, order)
    return (
        running is not None
        and running.stop_requested_at is None
        and await method_queries.share_usable(conn, method)
    )


async def note_started(conn: Connection, order: Order, paid_until: datetime) -> None:
    """Its first period is paid. One that was given up before its money turned up stays over; the period is served."""
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
        lambda to: texts.started(
            site=to.site,
            name=to.name,
            plan=to.plan,
            amount=order.amount,
            paid_until=f"{last_day(paid_until):%Y.%m.%d}",
            due_at=due_at,
        ),
    )


async def note_paid(conn: Connection, order: Order, paid_until: datetime) -> None:
    """A later period is paid, and its services are prolonged: whatever was refused before is forgotten.

    The receipt is settlement's to send, as for every order.
    """
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
        await messaging.withdraw(conn, notices.suspension(running))


async def note_refused(conn: Connection, order: Order, code: str, remedy: Remedy) -> None:
    """The card was refused: the first period ends it, a later one is tried again or waits for its member.

    Where it has ended while the card was asked, nobody will ask again: its order ends as `end` ends the others.
    """
    running = await lock_running(conn, order)
    if running is None:
        over = await queries.find_end_reason(conn, order.id)
        if over is not None:
            await orders.cancel_due(conn, [order.id], over)
        return
    if remedy is Remedy.OUR_FAULT:
        await raise_alarm(
            conn, "charge_refused", reference=code, detail=f"the provider refused the charge of {order.id}"
        )
    if running.state == "starting":
        await queries.set_ended(conn, running.id, "refused")
        return
    await _note_refused_renewal(conn, running, order, code, remedy)


async def begin_grace(conn: Connection, running: Running) -> datetime:
    """It is served on beyond what is paid; until when."""
    until = running.paid_until + (await queries.get_terms(conn)).grace
    await services.set_end(conn, await queries.list_services(conn, running.id), until)
    return until


async def end(conn: Connection, subscription: int, reason: EndReason) -> None:
    """No charge any more; a second time does nothing. The caller holds none of its locks but orders'.

    Unpaid, its services end with it: they have rested while they were suspended. Else they run on to the end of
    what is paid, unless the caller has ended them.
    """
    charges, running = await _lock_whole(conn, subscription)
    if running is None or running.state == "ended":
        return
    await queries.set_ended(conn, running.id, reason)
    await orders.cancel_due(conn, [charge.id for charge in charges], reason)
    if running.state == "suspended":
        await messaging.withdraw(conn, notices.suspension(running))
    held = await queries.list_services(conn, running.id)
    if reason == "unpaid" or running.state == "suspended":
        await services.end(conn, held, rested=True)
    elif running.state == "past_due":
        await services.set_end(conn, held, running.paid_until)


async def end_of_member(conn: Connection, subscriptions: list[SubscriptionId]) -> None:
    for subscription in subscriptions:
        await end(conn, subscription, "member_left")


async def _lock_whole(conn: Connection, subscription: int) -> tuple[list[OpenOrder], Running | None]:
    """It and every charge of it, one that the clock made while this waited for the subscription included.

    Orders come first: to lock that one now would be the wrong way round, so all is let go and locked anew.
    """
    while True:
        async with conn.transaction():
            charges = await queries.lock_open_orders(conn, subscription)
            running = await queries.lock(conn, subscription)
            if not await queries.has_other_orders(conn, subscription, [charge.id for charge in charges]):
                return charges, running
            raise Rollback


async def _note_refused_renewal(
    conn: Connection, running: Running, order: Order, code: str, remedy: Remedy
) -> None:
    if running.stop_requested_at is not None:
        # It was on its way when its member stopped it: there is nothing to ask of them.
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
        until = await begin_grace(conn, running)
    await notices.tell_refused(
        conn,
        running,
        order,
        refusal=refusal_text(code),
        our_fault=remedy is Remedy.OUR_FAULT,
        retry_at=retry_at,
        until=until,
    )
