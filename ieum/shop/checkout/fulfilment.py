"""From the provider's word to a service or the money's way back. Whoever settles an order has locked its row first."""

from psycopg.errors import UniqueViolation

from ieum.shop.checkout import delivery
from ieum.shop.fleet import leases
from ieum.shop.kernel.db import Connection
from ieum.shop.ledgers import queries as ledgers
from ieum.shop.members import queries as members
from ieum.shop.members.types import Buyer
from ieum.shop.messaging import order_templates
from ieum.shop.messaging import service as messaging
from ieum.shop.order_history import receipt
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments.refusals import refusal_text
from ieum.shop.site import queries as site


async def start_confirming(conn: Connection, order: Order) -> None:
    """From here the hold does not run out. An order whose hold was lost gets another address, or SoldOut.

    For a while only: beyond that it is OrderExpired, and its price with it.

    SoldOut and OrderExpired here mean that the provider is not called: no money moves.
    """
    orders.check_in_time(order)
    if order.kind == "purchase" and order.plan_kind == "static":
        held = await leases.lock_leases(conn, order.id)
        if len(held) < order.quantity and (
            await delivery.points_are_back(conn, order) or not await orders.hold_again(conn, order)
        ):
            raise orders.SoldOut(
                "결제 시간이 지나 IP를 배정하지 못했습니다. 결제되지 않았으니 다시 주문해 주세요."
            )
    elif await delivery.points_are_back(conn, order):
        raise orders.OrderExpired
    if order.state is not OrderState.EXPIRED or order.kind == "purchase":
        await orders.move(conn, order, OrderState.CONFIRMING)
        return
    try:
        async with conn.transaction():
            await orders.move(conn, order, OrderState.CONFIRMING)
    except UniqueViolation as error:
        # A newer order prolongs the same service meanwhile.
        order.state = OrderState.EXPIRED
        raise orders.OrderExpired from error


async def reopen(conn: Connection, order: Order) -> None:
    """Money turned up for an order that we had given up: go on from `confirming`, with or without its address.

    Raises UniqueViolation while another order prolongs the same service; the next look finds that one settled.
    """
    await orders.move(conn, order, OrderState.CONFIRMING)


async def fulfil(conn: Connection, order: Order) -> bool:
    """The money is there: points, leases, services, and word to the member, all in this transaction.

    False where it cannot be had any more, or the member has left: the order is then `refunding`, and the
    money has to go back.
    """
    buyer = await members.hold_buyer(conn, order.member_id)
    if buyer is None:
        await _give_up(conn, order, "member_left")
        return False
    try:
        await delivery.hand_out(conn, order)
    except delivery.UndeliverableError as over:
        await _give_up(conn, order, over.code)
        await _tell_unfulfilled(conn, order, buyer, over.code)
        return False
    if order.points_earned:
        await ledgers.add_points(conn, order.member_id, order.points_earned, "earned", order.id)
    await orders.move(conn, order, OrderState.PAID)
    await receipt.send_receipt(conn, order, buyer)
    return True


async def _give_up(conn: Connection, order: Order, code: str) -> None:
    await leases.release_holds(conn, [order.id])
    await ledgers.return_points_of(conn, [order.id])
    await orders.move(conn, order, OrderState.REFUNDING, failure_code=code)


async def _tell_unfulfilled(conn: Connection, order: Order, buyer: Buyer, code: str) -> None:
    config = await site.get_config(conn)
    text = order_templates.order_unfulfilled(
        site=config.site_name,
        name=buyer.name,
        order_id=order.id,
        plan=order.plan_name,
        amount=order.amount,
        reason=refusal_text(code),
    )
    await messaging.mail(
        conn, to=buyer.email, text=text, reference=f"unfulfilled:{order.id}", member=order.member_id
    )
