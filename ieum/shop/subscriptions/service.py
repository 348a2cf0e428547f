"""Changes that members make to recurring payments. Each locks the open orders first, then the subscription."""

from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.kernel.months import last_day
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import subscription_templates as texts
from ieum.shop.orders import queries as order_queries
from ieum.shop.orders import service as orders
from ieum.shop.orders.rules import PAYABLE
from ieum.shop.orders.types import Order, OrderId, OrderState
from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.refusals import OrderClosed, PaymentRefused, refusal_text
from ieum.shop.payments.toss_codes import REMEDIES
from ieum.shop.subscriptions import dunning, method_queries, outcomes, queries, rules, view_queries, views
from ieum.shop.subscriptions.methods import BillingMethodNotFound
from ieum.shop.subscriptions.notices import tell
from ieum.shop.subscriptions.types import LockedSubscription, OpenOrder, Subscription, SubscriptionId


class SubscriptionNotFound(NotFound):
    code = "subscription_not_found"
    detail = "정기결제를 찾을 수 없습니다. 결제수단 관리에서 다시 확인해 주세요."


class SubscriptionEnded(ShopError):
    code = "subscription_ended"
    title = "이미 끝난 정기결제입니다"
    detail = "이미 끝난 정기결제입니다. 다시 이용하시려면 새로 구매해 주세요."


class NotRecurring(ShopError):
    code = "order_not_recurring"
    title = "정기결제 주문이 아닙니다"
    detail = "정기결제로 주문한 상품이 아닙니다. 상품을 다시 선택해 주세요."


class NothingDue(ShopError):
    code = "nothing_due"
    title = "결제할 금액이 없습니다"
    detail = "지금 결제할 금액이 없습니다. 다음 결제일에 자동으로 결제됩니다."


class StopRequested(ShopError):
    code = "subscription_stopping"
    title = "해지를 신청한 정기결제입니다"
    detail = "해지를 신청한 정기결제입니다. 계속 이용하시려면 해지를 먼저 취소해 주세요."


class NothingToAnswer(ShopError):
    code = "no_price_change"
    title = "동의할 요금 변경이 없습니다"
    detail = "동의 여부를 선택할 요금 변경이 없거나 이미 결제가 진행되었습니다. 새로고침해 주세요."


class LockedCharge(NamedTuple):
    """A subscription and the open order of its next period, both locked."""

    running: LockedSubscription
    open_order: OpenOrder | None

    @property
    def under_way(self) -> bool:
        return self.open_order is not None and self.open_order.state == "confirming"

    @property
    def may_be_charged(self) -> bool:
        """Tell whether the subscription owes a period and was not stopped."""
        return (
            self.running.state in {"past_due", "suspended"}
            and self.open_order is not None
            and self.running.stop_requested_at is None
        )


async def begin(conn: Connection, order: Order, method: int) -> SubscriptionId:
    """Insert the subscription that this order begins; asked again, return the one that it began before.

    Raises OrderExpired where the order is too old to be paid.
    """
    if order.payment_type != "billing":
        raise NotRecurring
    if order.state is OrderState.FAILED:
        raise PaymentRefused(refusal_text(order.failure_code or ""))
    orders.check_in_time(order)
    payable = order.state in PAYABLE
    begun = None if order.subscription_id is None else SubscriptionId(order.subscription_id)
    if begun is None and not payable:
        raise OrderClosed
    if payable and not await method_queries.share_usable(conn, method, member=order.member_id):
        raise BillingMethodNotFound
    if begun is None:
        begun = await view_queries.insert_starting(conn, order, method)
        await order_queries.set_subscription(conn, order.id, begun)
        return begun
    if payable:
        running = await queries.lock(conn, begun)
        if running is None or running.state != "starting":
            raise OrderClosed
        await queries.set_method(conn, begun, method)
    return begun


async def claim_owed(conn: Connection, member: MemberId, subscription: int) -> OrderId:
    """The order that is owed, marked as queued: the caller charges it. Raises StopRequested and NothingDue."""
    locked = await _lock(conn, member, subscription)
    if locked.running.stop_requested_at is not None:
        raise StopRequested
    if not locked.may_be_charged or locked.open_order is None:
        raise NothingDue
    if not locked.under_way:
        await queries.set_queued(conn, locked.running.id)
    return locked.open_order.id


async def change_method(conn: Connection, member: MemberId, subscription: int, method: int) -> OrderId | None:
    """Charge another card from now on. Returns the order that the caller has to charge at once, if one is owed.

    A charge that is under way stays with the card that it was begun with.
    """
    locked = await _lock(conn, member, subscription)
    if not await method_queries.share_usable(conn, method, member=member):
        raise BillingMethodNotFound
    await queries.set_method(conn, locked.running.id, method)
    if locked.open_order is None or not locked.may_be_charged or locked.under_way:
        return None
    await queries.set_queued(conn, locked.running.id)
    return locked.open_order.id


async def stop(conn: Connection, member: MemberId, subscription: int) -> Subscription:
    """Stop future charges. The subscription runs to the end of what is paid, and ends at once where that is over.

    A charge that is under way may still succeed: the member is told that its outcome is open.
    """
    locked = await _lock(conn, member, subscription)
    running = locked.running
    if running.stop_requested_at is None:
        await dunning.stop_charging(conn, running, under_way=locked.under_way)
        if running.paid_until <= datetime.now(UTC) and not locked.under_way:
            await dunning.end_and_tell(conn, running, "stopped")
        else:
            await _tell_stopping(conn, running, under_way=locked.under_way)
    return await views.get(conn, member, running.id)


async def resume(conn: Connection, member: MemberId, subscription: int) -> Subscription:
    """Take a stop back; possible until the subscription has ended."""
    running = (await _lock(conn, member, subscription)).running
    if running.stop_requested_at is not None:
        await queries.set_going_on(conn, running.id)
        remedy = REMEDIES.get(running.failure_code or "", Remedy.TRY_LATER)
        if running.state in {"past_due", "suspended"}:
            retry_at = rules.retry_at_of(remedy, running.due_at, datetime.now(UTC))
            await queries.set_retry(conn, running.id, retry_at)
        if running.state == "past_due":
            await outcomes.begin_grace(conn, running, remedy)
    return await views.get(conn, member, running.id)


async def answer_price(
    conn: Connection, member: MemberId, subscription: int, *, agreed: bool, address: str
) -> Subscription:
    """Record the member's answer to a higher price; it may be changed until the period is charged."""
    running = (await _lock(conn, member, subscription)).running
    if not await view_queries.answer_price(
        conn, running.id, period=running.period + 1, agreed=agreed, address=address
    ):
        raise NothingToAnswer
    return await views.get(conn, member, running.id)


async def stop_all(conn: Connection, member: MemberId) -> int:
    """Stop the charges of a member whom staff block, and return of how many subscriptions; the caller tells them.

    What is paid runs to its end. One that is not paid for ends at once; a charge that is under way may still succeed.
    """
    stopped = 0
    for subscription in await queries.list_running(conn, member):
        open_orders = await queries.lock_open_orders(conn, subscription)
        running = await queries.lock(conn, subscription)
        if running is None or running.state in {"starting", "ended"} or running.stop_requested_at is not None:
            continue
        under_way = any(order.state == "confirming" for order in open_orders)
        await dunning.stop_charging(conn, running, under_way=under_way)
        if running.paid_until <= datetime.now(UTC) and not under_way:
            await dunning.end_and_tell(conn, running, "stopped")
        stopped += 1
    return stopped


async def end_all(conn: Connection, member: MemberId) -> None:
    """End all subscriptions of a member who leaves."""
    for subscription in await queries.list_running(conn, member):
        await outcomes.end(conn, subscription, "member_left")


async def _lock(conn: Connection, member: MemberId, subscription: int) -> LockedCharge:
    """Lock a member's subscription and its orders. Raises SubscriptionNotFound and SubscriptionEnded."""
    # Checked before the locks, so that nobody can make others wait by asking for a stranger's subscription.
    if not await view_queries.is_own(conn, subscription, member):
        raise SubscriptionNotFound
    open_orders = await queries.lock_open_orders(conn, subscription)
    running = await queries.lock(conn, subscription)
    if running is None or running.state == "starting":
        raise SubscriptionNotFound
    if running.state == "ended":
        raise SubscriptionEnded
    upcoming = (order for order in open_orders if order.period == running.period + 1)
    return LockedCharge(running, next(upcoming, None))


async def _tell_stopping(conn: Connection, running: LockedSubscription, *, under_way: bool) -> None:
    until = f"{last_day(running.paid_until):%Y.%m.%d}"
    text = texts.stop_requested_while_charging if under_way else texts.stop_requested
    await tell(
        conn,
        running.id,
        f"subscription-stopping:{running.id}:{datetime.now(UTC):%Y%m%d%H%M%S}",
        partial(text, paid_until=until),
    )
