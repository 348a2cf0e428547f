"""What an order is paid for, handed out: addresses and services, time on what runs, tickets."""

from datetime import UTC, datetime

from ieum.shop.fleet import leases
from ieum.shop.fleet.types import LeaseId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.months import end_of_period
from ieum.shop.ledgers import queries as points
from ieum.shop.ledgers import service as ledgers
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order
from ieum.shop.services import service as services
from ieum.shop.services.types import Period, ServiceId
from ieum.shop.subscriptions import outcomes
from ieum.shop.subscriptions import queries as subscriptions


class UndeliverableError(Exception):
    """It cannot be had any more, and the money has to go back. `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def hand_out(conn: Connection, order: Order) -> Period:
    """From when until when what was bought is good. Raises UndeliverableError with nothing handed out."""
    if await points_are_back(conn, order):
        raise UndeliverableError("sold_out" if order.plan_kind == "static" else "order_expired")
    now = datetime.now(UTC).replace(microsecond=0)
    if order.kind == "renewal":
        return await _prolong(conn, order, now)
    period = Period(now, end_of_period(now, order.months))
    match order.plan_kind:
        case "ticket":
            await ledgers.grant_tickets(conn, order.member_id, order.quantity, order.id, period.ends_at)
        case "dynamic":
            for _ in range(order.quantity):
                await _start(conn, order, period)
        case "static":
            for lease in await _leases(conn, order):
                await leases.activate_lease(conn, lease, await _start(conn, order, period))
    if order.subscription_id is not None:
        await outcomes.note_started(conn, order, period.ends_at)
    return period


async def points_are_back(conn: Connection, order: Order) -> bool:
    """Its hold ran out and its points went back with it: the amount that was agreed holds no longer."""
    return bool(order.points_used) and await points.are_points_back(conn, order.id)


async def _start(conn: Connection, order: Order, period: Period) -> ServiceId:
    return await services.start(
        conn,
        order.member_id,
        order.id,
        order.plan_id,
        starts_at=period.starts_at,
        ends_at=period.ends_at,
        subscription=order.subscription_id,
    )


async def _leases(conn: Connection, order: Order) -> list[LeaseId]:
    """The addresses that were held, or as many others of the pool where the hold was lost."""
    held = await leases.lock_leases(conn, order.id)
    if len(held) < order.quantity:
        await leases.release_holds(conn, [order.id])
        if await orders.hold_again(conn, order):
            held = await leases.lock_leases(conn, order.id)
    if len(held) < order.quantity:
        raise UndeliverableError("sold_out")
    return held


async def _prolong(conn: Connection, order: Order, now: datetime) -> Period:
    """One service, or all that its subscription has. Over meanwhile, there is nothing to prolong."""
    if order.subscription_id is not None:
        running = await outcomes.lock_running(conn, order)
        held = await subscriptions.list_services(conn, running.id) if running else []
    else:
        held = [ServiceId(order.service_id)] if order.service_id is not None else []
    period = await services.prolong(conn, held, order.id, order.months, now=now) if held else None
    if period is None:
        raise UndeliverableError("service_over")
    if order.subscription_id is not None:
        await outcomes.note_paid(conn, order, period.ends_at)
    return period
