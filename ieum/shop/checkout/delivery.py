"""Delivers a paid order: new services with their addresses, longer periods for renewed ones, or tickets."""

from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.months import end_of_period
from ieum.shop.ledgers import queries as points
from ieum.shop.ledgers import service as ledgers
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order
from ieum.shop.services import service as services
from ieum.shop.services.types import Period, ServiceId
from ieum.shop.stock import holds
from ieum.shop.stock.types import LeaseId
from ieum.shop.subscriptions import outcomes
from ieum.shop.subscriptions import queries as subscriptions


class UndeliverableError(Exception):
    """Raised if the bought thing is gone and the money has to go back; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def deliver(conn: Connection, order: Order) -> None:
    """Deliver what was bought. Raises UndeliverableError with nothing delivered."""
    if await points_are_back(conn, order):
        raise UndeliverableError("order_expired" if order.plan_kind == "ticket" else "sold_out")
    now = datetime.now(UTC).replace(microsecond=0)
    if order.kind == "renewal":
        await _renew(conn, order, now)
        return
    period = Period(now, end_of_period(now, order.months))
    if order.plan_kind == "ticket":
        await ledgers.grant_tickets(conn, order.member_id, order.quantity, order.id, period.ends_at)
    else:
        for lease in await _leases(conn, order):
            await holds.activate_lease(conn, lease, await _start(conn, order, period))
    if order.subscription_id is not None:
        await outcomes.note_started(conn, order, period.ends_at)


async def points_are_back(conn: Connection, order: Order) -> bool:
    """Tell whether the order's points were returned when it expired: its agreed amount is then no longer valid."""
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
    """The leases that the order holds, or new ones from the same pool where the hold was lost."""
    held = await holds.lock_leases(conn, order.id)
    if len(held) < order.quantity:
        await holds.release_holds(conn, [order.id])
        if await orders.hold_again(conn, order, network=None):
            held = await holds.lock_leases(conn, order.id)
    if len(held) < order.quantity:
        raise UndeliverableError("sold_out")
    return held


async def _renew(conn: Connection, order: Order, now: datetime) -> None:
    """Renew one service, or all services of a subscription. Raises UndeliverableError where they have ended."""
    if order.subscription_id is not None:
        subscription = await outcomes.lock_running(conn, order)
        renewed = await subscriptions.list_services(conn, subscription.id) if subscription else []
    else:
        renewed = [ServiceId(order.service_id)] if order.service_id is not None else []
    period = await services.prolong(conn, renewed, order.id, order.months, now=now) if renewed else None
    if period is None:
        raise UndeliverableError("service_over")
    if order.subscription_id is not None:
        await outcomes.note_paid(conn, order, period.ends_at)
