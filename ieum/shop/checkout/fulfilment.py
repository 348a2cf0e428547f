"""Starts the payment of an order, and delivers it once it is paid. The caller has locked the order's row."""

from functools import partial

from psycopg.errors import UniqueViolation

from ieum.shop.checkout import delivery, queries
from ieum.shop.kernel.db import Connection
from ieum.shop.ledgers import queries as ledgers
from ieum.shop.members import queries as members
from ieum.shop.messaging import order_templates
from ieum.shop.order_history import receipt
from ieum.shop.orders import claim_queries, claims
from ieum.shop.orders import service as orders
from ieum.shop.orders.notices import mail_buyer
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments.refusals import refusal_text
from ieum.shop.stock import holds


async def start_confirming(conn: Connection, order: Order) -> None:
    """Move the order to `confirming`, in which its hold cannot run out. A lost hold is replaced by other addresses.

    Raises SoldOut where none are free, or the service to renew is over for good, TooManyAddresses or TooManyOfNetwork
    where the member or the network holds enough unpaid ones, and OrderExpired where the order is too old: the provider
    is then not called.
    """
    orders.check_in_time(order)
    if order.kind == "purchase" and order.plan_kind != "ticket":
        held = await holds.lock_leases(conn, order.id)
        if len(held) < order.quantity and (
            await delivery.points_are_back(conn, order) or not await _hold_again(conn, order)
        ):
            raise orders.SoldOut(
                "결제 시간이 지나 IP를 배정하지 못했습니다. 결제되지 않았으니 다시 주문해 주세요."
            )
    elif await delivery.points_are_back(conn, order):
        raise orders.OrderExpired
    elif order.service_id is not None and not await queries.may_be_renewed(conn, order.service_id):
        raise orders.SoldOut(
            "이용 기간이 끝난 사이에 IP가 다른 곳에 배정되어 연장하지 못했습니다. 결제되지 않았으니 새로 구매해 주세요."
        )
    if order.state is not OrderState.EXPIRED or order.kind == "purchase":
        await orders.move(conn, order, OrderState.CONFIRMING)
        return
    try:
        async with conn.transaction():
            await orders.move(conn, order, OrderState.CONFIRMING)
    except UniqueViolation as error:
        # Meanwhile a newer order renews the same service.
        order.state = OrderState.EXPIRED
        raise orders.OrderExpired from error


async def _hold_again(conn: Connection, order: Order) -> bool:
    """Hold other addresses for a lapsed order; False if none are free.

    Raises TooManyAddresses, TooManyOfNetwork: a lapsed order is no way to more unpaid addresses than another.
    """
    if order.pool_id is None:
        return False
    network = await claim_queries.find_network(conn, order.id)
    await claims.claim_addresses(
        conn, order.member_id, order.pool_id, quantity=order.quantity, method=order.method, network=network
    )
    return await orders.hold_again(conn, order, network=network)


async def fulfil(conn: Connection, order: Order) -> bool:
    """Deliver a paid order in this transaction: services and leases, earned points, the receipt.

    False where the goods are gone or the member has left: the order is then `refunding` and the caller refunds it.
    """
    buyer = await members.hold_member(conn, order.member_id)
    if buyer is None:
        await _give_up(conn, order, "member_left")
        return False
    try:
        await delivery.deliver(conn, order)
    except delivery.UndeliverableError as error:
        await _give_up(conn, order, error.code)
        text = partial(
            order_templates.order_unfulfilled,
            plan=order.plan_name,
            amount=order.amount,
            reason=refusal_text(error.code),
        )
        await mail_buyer(conn, order, buyer, f"unfulfilled:{order.id}", text)
        return False
    if order.points_earned:
        await ledgers.add_points(conn, order.member_id, order.points_earned, "earned", order.id)
    await orders.move(conn, order, OrderState.PAID)
    await receipt.send_receipt(conn, order, buyer)
    return True


async def _give_up(conn: Connection, order: Order, code: str) -> None:
    await holds.release_holds(conn, [order.id])
    await ledgers.return_points_of(conn, [order.id])
    await orders.move(conn, order, OrderState.REFUNDING, failure_code=code)
