"""What becomes of an order before it is settled. Whoever changes one has locked its row first."""

from datetime import UTC, datetime

from ieum.shop.fleet import leases
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.ledgers import queries as ledgers
from ieum.shop.members.types import MemberId
from ieum.shop.orders import queries, rules
from ieum.shop.orders.types import Order, OrderId, OrderState


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


class OrderExpired(ShopError):
    code = "order_expired"
    title = "결제 시간이 지났습니다"
    detail = "결제 시간이 지나 결제하지 않았습니다. 금액은 청구되지 않았으니 다시 주문해 주세요."


class TooManyDeposits(ShopError):
    code = "too_many_deposits"
    title = "입금을 기다리는 주문이 많습니다"
    detail = "입금을 기다리는 주문이 이미 여러 건 있습니다. 먼저 입금하시거나 취소하신 뒤 다시 주문해 주세요."


# A deposit holds its addresses for a day or more at no cost: nobody is to empty the shelf that way.
OPEN_DEPOSITS = 3


async def replace_open(conn: Connection, member: MemberId) -> None:
    """A new order is on its way: what this member has not paid for gives way to it."""
    await close_unpaid(conn, await queries.lock_open_orders(conn, member), OrderState.CANCELLED, "replaced")


async def fail(conn: Connection, order: Order, code: str) -> None:
    """The payment was refused: the address and the points go back at once."""
    await close_unpaid(conn, [order.id], OrderState.FAILED, code)
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
            " 입금을 기다리는 주문은 결제내역에서 먼저 취소해 주세요."
        )
    await close_unpaid(conn, [order.id for order in unsettled], OrderState.CANCELLED, "member_left")


async def expire_overdue(conn: Connection, *, pool: int | None = None, limit: int = 200) -> int:
    """Take back what nobody paid for in time; how many orders that were."""
    overdue = await queries.lock_overdue(conn, pool=pool, limit=limit)
    await close_unpaid(conn, overdue, OrderState.EXPIRED, None)
    return len(overdue)


def check_in_time(order: Order) -> None:
    """Raises OrderExpired where its first payment cannot begin any more."""
    if order.state in rules.PAYABLE and not rules.is_in_time(order.hold_until, datetime.now(UTC)):
        raise OrderExpired


async def lock(conn: Connection, order_id: str, member: MemberId | None = None) -> Order:
    """Lock an order, of this member where one is named. Raises OrderNotFound."""
    order = await queries.lock_order(conn, order_id)
    if order is None or (member is not None and order.member_id != member):
        raise OrderNotFound
    return order


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


async def claim_deposit(conn: Connection, order: Order) -> None:
    """An account is about to be asked for. Raises TooManyDeposits.

    The word at the order's placing was about the others of then: one that ran out meanwhile may still be paid.
    """
    await queries.lock_buyer(conn, order.member_id)
    await check_deposits(conn, order.member_id, but=order.id)


async def check_deposits(conn: Connection, member: MemberId, *, but: OrderId | None = None) -> None:
    """Raises TooManyDeposits where this member has as many open as one may."""
    if await queries.count_deposits(conn, member, but=but) >= OPEN_DEPOSITS:
        raise TooManyDeposits


async def hold_again(conn: Connection, order: Order) -> bool:
    """Hold other addresses for an order that has lost its own; what is left of those is given back before."""
    return order.pool_id is not None and await hold(conn, order.pool_id, order.id, order.quantity)


async def close_unpaid(conn: Connection, orders: list[OrderId], state: OrderState, code: str | None) -> None:
    """No money will come for these, which the caller has locked: their addresses and points go back at once."""
    if not orders:
        return
    await queries.set_state(conn, orders, state, failure_code=code)
    await leases.release_holds(conn, list(orders))
    await ledgers.return_points_of(conn, orders)


async def move(conn: Connection, order: Order, to: OrderState, *, failure_code: str | None = None) -> None:
    """Raises IllegalTransitionError for a step that the table of transitions does not have."""
    rules.check_transition(order.state, to)
    await queries.set_state(conn, [order.id], to, failure_code=failure_code)
    order.state = to
    is_good = to in {OrderState.CONFIRMING, OrderState.AWAITING_DEPOSIT, OrderState.PAID}
    order.failure_code = None if is_good else failure_code or order.failure_code
