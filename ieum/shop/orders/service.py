"""Changes to orders: hold addresses, move between states, close unpaid ones. Each locks the order's row first."""

from datetime import UTC, datetime
from functools import partial

from ieum.shop.catalog.types import Kind
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound, ShopError, TooManyRequests
from ieum.shop.ledgers import queries as ledgers
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from ieum.shop.orders import queries, rules
from ieum.shop.orders.types import Order, OrderId, OrderState
from ieum.shop.stock import holds


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


class TooManyOrders(TooManyRequests):
    code = "too_many_orders"
    title = "주문이 너무 많습니다"
    detail = "한 시간에 30번까지 주문할 수 있습니다. 잠시 후 다시 주문해 주세요."


class TooManyPaymentKeys(TooManyRequests):
    code = "too_many_payment_keys"
    title = "결제를 확인할 수 없습니다"
    detail = (
        "이 주문의 결제 정보를 여러 번 찾지 못해 잠시 확인하지 않습니다. 금액은 청구되지 않았습니다."
        " 10분 뒤에 다시 확인하시거나 결제내역에서 다시 결제해 주세요."
    )


# An unpaid deposit holds its addresses for a day or more at no cost; the limit keeps one member from taking the stock.
OPEN_DEPOSITS = 3
# Each order takes addresses off sale for a moment, and each window that is opened costs the provider a session.
ORDERS_AN_HOUR = 30


async def replace_open(conn: Connection, member: MemberId) -> None:
    """Cancel this member's unpaid orders, because a new one is being placed."""
    await close_unpaid(conn, await queries.lock_open_orders(conn, member), OrderState.CANCELLED, "replaced")


async def fail(conn: Connection, order: Order, code: str) -> None:
    """Close an order whose payment was refused; its addresses and points are returned at once."""
    await close_unpaid(conn, [order.id], OrderState.FAILED, code)
    order.state = OrderState.FAILED


async def abandon(conn: Connection, member: MemberId, order_id: str, code: str) -> None:
    """Fail an order whose payment window returned without a payment. A second time does nothing."""
    order = await lock(conn, order_id, member)
    if order.state is OrderState.AWAITING_PAYMENT:
        await fail(conn, order, code)


async def withdraw(conn: Connection, member: MemberId) -> None:
    """Cancel the unpaid orders of a member who leaves. Raises OrderInProgress while a payment or refund is open."""
    unsettled = await queries.lock_unsettled_orders(conn, member)
    if any(order.state is not OrderState.AWAITING_PAYMENT for order in unsettled):
        raise OrderInProgress(
            "결제나 환불을 처리하고 있는 주문이 있습니다. 처리가 끝난 뒤 다시 시도해 주세요."
            " 입금을 기다리는 주문은 결제내역에서 먼저 취소해 주세요."
        )
    await close_unpaid(conn, [order.id for order in unsettled], OrderState.CANCELLED, "member_left")


async def expire_overdue(conn: Connection, *, pool: int | None = None, limit: int = 200) -> int:
    """Expire orders that were not paid in time; returns how many."""
    overdue = await queries.lock_overdue(conn, pool=pool, limit=limit)
    await close_unpaid(conn, overdue, OrderState.EXPIRED, None)
    return len(overdue)


def check_in_time(order: Order) -> None:
    """Refuse an order whose first payment cannot begin any more. Raises OrderExpired."""
    if order.state in rules.PAYABLE and not rules.is_in_time(order.hold_until, datetime.now(UTC)):
        raise OrderExpired


async def lock(conn: Connection, order_id: str, member: MemberId | None = None) -> Order:
    """Lock the order. Raises OrderNotFound, also if `member` is named and the order is another member's."""
    order = await queries.lock_order(conn, order_id)
    if order is None or (member is not None and order.member_id != member):
        raise OrderNotFound
    return order


async def hold(
    conn: Connection, kind: Kind, pool: int, order_id: OrderId, quantity: int, *, network: str | None
) -> bool:
    """Hold addresses of a pool; where too few are free, overdue orders are expired first.

    `network` is that of the unpaid order; None where it is paid.

    No more orders are expired than addresses are needed: otherwise one buyer would lock all overdue orders, and the
    buyers beside it would be told that the plan is sold out.
    """
    hold_addresses = holds.hold_dynamic_addresses if kind == "dynamic" else holds.hold_addresses
    take = partial(hold_addresses, conn, pool=pool, order_id=order_id, quantity=quantity, network=network)
    return await take() or (bool(await expire_overdue(conn, pool=pool, limit=quantity)) and await take())


async def count_look_up(conn: Connection, order: Order) -> None:
    """Count a question to the provider about this order's payment key. The caller has locked the order.

    Raises TooManyPaymentKeys where ten were asked in ten minutes: whoever brings made-up keys would otherwise have us
    ask without end. Only the order's own member can confirm it, so nobody is held up by somebody else.
    """
    counted = await queries.count_look_up(conn, order.id)
    if counted.refused:
        raise TooManyPaymentKeys(retry_after=counted.seconds_left)


async def check_frequency(conn: Connection, member: MemberId) -> None:
    """Check the orders of this hour. Raises TooManyOrders if the order just inserted is one too many.

    It is counted after it was inserted: a member's unpaid orders are inserted one after the other.
    """
    wait = await queries.seconds_until_next(conn, member, an_hour=ORDERS_AN_HOUR)
    if wait is not None:
        raise TooManyOrders(retry_after=wait)


async def claim_deposit(conn: Connection, order: Order) -> None:
    """Check the limit again just before a virtual account is requested. Raises TooManyDeposits.

    The check when the order was placed is outdated: orders that had expired by then may have been paid since.
    """
    await members.lock_row(conn, order.member_id)
    await check_deposits(conn, order.member_id, except_order=order.id)


async def check_deposits(conn: Connection, member: MemberId, *, except_order: OrderId | None = None) -> None:
    """Check the open virtual accounts. Raises TooManyDeposits if this member has OPEN_DEPOSITS of them already."""
    if await queries.count_deposits(conn, member, except_order=except_order) >= OPEN_DEPOSITS:
        raise TooManyDeposits


async def hold_again(conn: Connection, order: Order, *, network: str | None) -> bool:
    """Hold new addresses for an order whose hold was lost; False where too few are free."""
    return order.pool_id is not None and await hold(
        conn, order.plan_kind, order.pool_id, order.id, order.quantity, network=network
    )


async def close_unpaid(conn: Connection, orders: list[OrderId], state: OrderState, code: str | None) -> None:
    """Close orders that will not be paid; their addresses and points are returned. The caller has locked them."""
    if not orders:
        return
    await queries.set_state(conn, orders, state, failure_code=code)
    await holds.release_holds(conn, list(orders))
    await ledgers.return_points_of(conn, orders)


async def move(conn: Connection, order: Order, to: OrderState, *, failure_code: str | None = None) -> None:
    """Move the order to a state. Raises IllegalTransitionError for a step that TRANSITIONS does not allow."""
    rules.check_transition(order.state, to)
    await queries.set_state(conn, [order.id], to, failure_code=failure_code)
    order.state = to
    is_good = to in {OrderState.CONFIRMING, OrderState.AWAITING_DEPOSIT, OrderState.PAID}
    order.failure_code = None if is_good else failure_code or order.failure_code
