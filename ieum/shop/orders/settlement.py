"""From the provider's word to a service or the money's way back. Whoever settles an order has locked its row first."""

from collections.abc import Callable
from datetime import UTC, datetime

from ieum.shop import seoul
from ieum.shop.db import Connection
from ieum.shop.fleet import leases
from ieum.shop.fleet.types import LeasedAddress
from ieum.shop.ledgers import queries as ledgers
from ieum.shop.members import queries as members
from ieum.shop.members.types import Buyer
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.messaging.templates import Text
from ieum.shop.orders import queries, rules
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.services import service as services
from ieum.shop.site import queries as site


async def start_confirming(conn: Connection, order: Order) -> None:
    """From here the hold does not run out. An order whose hold was lost gets another address, or SoldOut.

    SoldOut and OrderNotFound here mean that the provider is not called: no money moves.
    """
    held = await leases.lock_leases(conn, order.id)
    # Where its points went back with the hold, its amount no longer holds either.
    if len(held) < order.quantity and (
        order.points_used or not await orders.hold(conn, order.pool_id, order.id, order.quantity)
    ):
        raise orders.SoldOut(
            "결제 시간이 지나 IP를 배정하지 못했습니다. 결제되지 않았으니 다시 주문해 주세요."
        )
    await orders.move(conn, order, OrderState.CONFIRMING)


async def reopen(conn: Connection, order: Order) -> None:
    """Money turned up for an order that we had given up: go on from `confirming`, with or without its address."""
    await orders.move(conn, order, OrderState.CONFIRMING)


async def fulfil(conn: Connection, order: Order) -> bool:
    """The money is there: points, leases, services, and word to the member, all in this transaction.

    False where no address is left, or the member has left: the order is then `refunding`, and the
    money has to go back.
    """
    buyer = await members.hold_buyer(conn, order.member_id)
    if buyer is None:
        await _give_up(conn, order, "member_left")
        return False
    held = await leases.lock_leases(conn, order.id)
    if len(held) < order.quantity and not order.points_used:
        await leases.release_holds(conn, [order.id])
        if await orders.hold(conn, order.pool_id, order.id, order.quantity):
            held = await leases.lock_leases(conn, order.id)
    if len(held) < order.quantity:
        await _give_up(conn, order, "sold_out")
        await _tell_unfulfilled(conn, order, buyer)
        return False

    now = datetime.now(UTC).replace(microsecond=0)
    ends_at = rules.end_of_period(now, order.months)
    for lease in held:
        service = await services.start(
            conn, order.member_id, order.id, order.plan_id, starts_at=now, ends_at=ends_at
        )
        await leases.activate_lease(conn, lease, service)
    if order.points_earned:
        await ledgers.grant_points(conn, order.member_id, order.points_earned, order.id)
    await orders.move(conn, order, OrderState.PAID)
    await _tell_paid(conn, order, buyer, held, now, ends_at)
    return True


async def finish_refund(conn: Connection, order: Order) -> None:
    """The provider has given the money back. Who has left is not told: we no longer know where."""
    await orders.move(conn, order, OrderState.REFUNDED)
    buyer = await members.hold_buyer(conn, order.member_id)
    if buyer is not None:
        await _tell(
            conn,
            order,
            buyer,
            "refunded",
            lambda shop, name: templates.order_refunded(
                site=shop, name=name, order_id=order.id, amount=order.amount
            ),
        )


async def _give_up(conn: Connection, order: Order, code: str) -> None:
    await leases.release_holds(conn, [order.id])
    await queries.return_points(conn, [order.id])
    await orders.move(conn, order, OrderState.REFUNDING, failure_code=code)


async def _tell_unfulfilled(conn: Connection, order: Order, buyer: Buyer) -> None:
    plan = await queries.plan_name(conn, order.plan_id)
    await _tell(
        conn,
        order,
        buyer,
        "unfulfilled",
        lambda shop, name: templates.order_unfulfilled(
            site=shop, name=name, order_id=order.id, plan=plan, amount=order.amount
        ),
    )


async def _tell_paid(
    conn: Connection,
    order: Order,
    buyer: Buyer,
    held: list[LeasedAddress],
    starts_at: datetime,
    ends_at: datetime,
) -> None:
    plan = await queries.plan_name(conn, order.plan_id)
    await _tell(
        conn,
        order,
        buyer,
        "paid",
        lambda shop, name: templates.order_paid(
            site=shop,
            name=name,
            order_id=order.id,
            plan=plan,
            period=f"{seoul.day(starts_at)} ~ {rules.last_day(ends_at):%Y.%m.%d}",
            addresses=[lease.address for lease in held],
            amount=order.amount,
        ),
    )


async def _tell(
    conn: Connection, order: Order, buyer: Buyer, what: str, write: Callable[[str, str], Text]
) -> None:
    """Mail the order's member, once per `what`; `write` gets the shop's name and theirs."""
    config = await site.get_config(conn)
    text = write(config.site_name, buyer.name)
    await messaging.mail(
        conn, to=buyer.email, text=text, reference=f"{what}:{order.id}", member=order.member_id
    )
