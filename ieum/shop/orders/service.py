"""Quote, order, and what becomes of it. Whoever changes an order has locked its row first."""

from datetime import UTC, datetime

from ieum.shop.catalog.types import Offer
from ieum.shop.db import Connection
from ieum.shop.errors import NotFound, ShopError
from ieum.shop.fleet import leases
from ieum.shop.ledgers import service as ledgers_service
from ieum.shop.members import service as members_service
from ieum.shop.members.types import MemberId
from ieum.shop.orders import queries, rules
from ieum.shop.orders.types import (
    Checkout,
    Order,
    OrderId,
    OrderRequest,
    OrderState,
    PlacedOrder,
    Price,
    Quote,
    QuoteRequest,
)
from ieum.shop.seoul import SEOUL


class PlanNotFound(NotFound):
    code = "plan_not_found"
    detail = "판매 중인 상품이 아닙니다. 상품을 다시 선택해 주세요."


class OrderNotFound(NotFound):
    code = "order_not_found"
    detail = "주문을 찾을 수 없습니다. 결제내역에서 다시 확인해 주세요."


class SoldOut(ShopError):
    code = "sold_out"
    title = "품절되었습니다"
    detail = "현재 배정 가능한 IP가 없습니다. 고객센터로 문의해 주세요."


class OrderInProgress(ShopError):
    code = "order_in_progress"
    title = "진행 중인 주문이 있습니다"
    detail = "다른 창에서 주문이 진행되고 있습니다. 잠시 후 다시 시도해 주세요."


class BillingUnavailable(ShopError):
    code = "billing_unavailable"
    title = "정기결제를 이용할 수 없습니다"
    detail = "이 상품은 아직 정기결제를 지원하지 않습니다. 기간 결제를 이용해 주세요."


async def quote(conn: Connection, member: MemberId, request: QuoteRequest) -> Quote:
    """What it would cost and until when it would run, if it were paid now."""
    offer, price = await _price(conn, member, request, count_stock=True)
    now = datetime.now(UTC).replace(microsecond=0)
    ends_at = rules.end_of_period(now, request.months)
    return Quote(
        plan_id=offer.plan_id,
        plan_name=offer.name,
        carrier=offer.carrier,
        months=request.months,
        quantity=request.quantity,
        unit_amount=offer.unit_amount,
        list_amount=price.list_amount,
        discount_amount=price.discount_amount,
        points_used=price.points_used,
        amount=price.amount,
        supply_amount=price.supply_amount,
        vat_amount=price.vat_amount,
        points_earned=price.points_earned,
        period_from=now.astimezone(SEOUL).date(),
        period_until=rules.last_day(ends_at),
        starts_at=now,
        ends_at=ends_at,
        stock=offer.stock,
    )


async def place(conn: Connection, member: MemberId, request: OrderRequest, *, address: str) -> PlacedOrder:
    """Price it, hold the addresses, keep the consents. A member's older unpaid orders give way."""
    offer, price = await _price(conn, member, request, count_stock=False)
    if offer.unpaid_points is not None:
        older = await queries.lock_open_orders(conn, member)
        await _close_unpaid(conn, older, OrderState.CANCELLED, "replaced")

    now = datetime.now(UTC).replace(microsecond=0)
    order_id = rules.new_order_id(now)
    if not await queries.insert_order(conn, order_id, member, request, price, hold_until=now + rules.HOLD):
        raise OrderInProgress
    if not await hold(conn, offer.pool_id, order_id, request.quantity):
        raise SoldOut
    if price.points_used:
        await ledgers_service.use_points(conn, member, price.points_used, order_id)
    await members_service.record_order_consents(
        conn, member, request.agreements, order_id=order_id, address=address
    )
    return PlacedOrder(
        order_id=order_id,
        amount=price.amount,
        order_name=_order_name(offer, request),
        customer_key=offer.customer_key,
        customer_name=offer.buyer_name,
        customer_email=offer.buyer_email,
        hold_until=now + rules.HOLD,
    )


async def fail(conn: Connection, order: Order, code: str) -> None:
    """The payment was refused: the address and the points go back at once."""
    await _close_unpaid(conn, [order.id], OrderState.FAILED, code)
    order.state = OrderState.FAILED


async def abandon(conn: Connection, member: MemberId, order_id: str, code: str) -> None:
    """The window came back without a payment: give the address to others. A second time does nothing."""
    order = await lock(conn, order_id, member)
    if order.state is OrderState.AWAITING_PAYMENT:
        await fail(conn, order, code)


async def withdraw(conn: Connection, member: MemberId) -> None:
    """Who leaves buys nothing more: what is unpaid is cancelled. Raises OrderInProgress while money is on its way."""
    unsettled = await queries.lock_unsettled_orders(conn, member)
    if any(order.state is not OrderState.AWAITING_PAYMENT for order in unsettled):
        raise OrderInProgress(
            "결제나 환불을 처리하고 있는 주문이 있습니다. 처리가 끝난 뒤 다시 시도해 주세요."
        )
    await _close_unpaid(conn, [order.id for order in unsettled], OrderState.CANCELLED, "member_left")


async def expire_overdue(conn: Connection, *, pool: int | None = None, limit: int = 200) -> int:
    """Take back what nobody paid for in time; how many orders that were."""
    overdue = await queries.lock_overdue(conn, pool=pool, limit=limit)
    await _close_unpaid(conn, overdue, OrderState.EXPIRED, None)
    return len(overdue)


async def lock(conn: Connection, order_id: str, member: MemberId | None = None) -> Order:
    """Lock an order, of this member where one is named. Raises OrderNotFound."""
    order = await queries.lock_order(conn, order_id)
    if order is None or (member is not None and order.member_id != member):
        raise OrderNotFound
    return order


async def _price(
    conn: Connection, member: MemberId, request: QuoteRequest, *, count_stock: bool
) -> tuple[Checkout, Price]:
    if request.payment_type == "billing":
        raise BillingUnavailable
    offer = await queries.load_checkout(
        conn, member, request.plan_id, request.months, count_stock=count_stock
    )
    if offer is None:
        raise PlanNotFound
    return offer, rules.price(
        offer,
        months=request.months,
        quantity=request.quantity,
        points=request.points,
        # An older order gives its points back before this one takes them.
        balance=offer.balance + (offer.unpaid_points or 0),
        points_enabled=offer.points_enabled,
        point_percent=offer.point_percent,
        point_threshold=offer.point_threshold,
    )


async def hold(conn: Connection, pool: int, order_id: OrderId, quantity: int) -> bool:
    """Hold addresses; where there are too few, those of overdue orders come first back to the shelf.

    As many orders as are needed and no more: a crowd shares the overdue ones instead of being told
    that nothing is left while the first of it has them all locked.
    """
    if await leases.hold_addresses(conn, pool=pool, order_id=order_id, quantity=quantity):
        return True
    return bool(await expire_overdue(conn, pool=pool, limit=quantity)) and await leases.hold_addresses(
        conn, pool=pool, order_id=order_id, quantity=quantity
    )


async def _close_unpaid(conn: Connection, orders: list[OrderId], state: OrderState, code: str | None) -> None:
    if not orders:
        return
    await queries.set_state(conn, orders, state, failure_code=code)
    await leases.release_holds(conn, list(orders))
    await queries.return_points(conn, orders)


async def move(conn: Connection, order: Order, to: OrderState, *, failure_code: str | None = None) -> None:
    """Raises IllegalTransitionError for a step that the table of transitions does not have."""
    rules.check_transition(order.state, to)
    await queries.set_state(conn, [order.id], to, failure_code=failure_code)
    order.state = to
    is_good = to in {OrderState.CONFIRMING, OrderState.PAID}
    order.failure_code = None if is_good else failure_code or order.failure_code


def _order_name(offer: Offer, request: OrderRequest) -> str:
    suffix = f" 외 {request.quantity - 1}건" if request.quantity > 1 else ""
    return f"{offer.name} {request.months}개월{suffix}"[:100]
