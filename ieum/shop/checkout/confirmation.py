"""Confirms payments from the provider's window, and cancels unpaid orders.

The provider is called between transactions, never inside one.
"""

import logging

from procrastinate.exceptions import ConnectorException
from psycopg import Error

from ieum.shop.checkout import deposits, fulfilment, tasks
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.outages import is_out_of_order
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.waiting import wait_for
from ieum.shop.members.types import MemberId
from ieum.shop.order_history import service as history
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders import service as orders
from ieum.shop.orders.rules import PAYABLE
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Outcome, Provider, ProviderUnavailableError, Unknown
from ieum.shop.payments.refusals import OrderClosed, PaymentRefused, refusal_text
from ieum.shop.payments.types import ConfirmRequest, Payment

log = logging.getLogger(__name__)

WAIT_SECONDS = 20
SETTLE_SECONDS = 15
RETRY_SECONDS = 3


class AmountMismatch(ShopError):
    code = "amount_mismatch"
    title = "결제 금액이 다릅니다"
    detail = "주문한 금액과 결제 금액이 달라 결제를 진행하지 않았습니다. 다시 주문해 주세요."


class PaymentNotOfOrder(ShopError):
    code = "payment_not_of_order"
    title = "결제 정보를 찾지 못했습니다"
    detail = (
        "이 주문의 결제 정보를 찾지 못해 결제하지 않았습니다."
        " 금액은 청구되지 않았으니 결제내역에서 다시 결제해 주세요."
    )


class PaymentUnchecked(ShopError):
    """The provider cannot be asked; nothing is stored, so the same call may be repeated."""

    status = 503
    code = "payment_unchecked"
    title = "결제를 확인하고 있습니다"
    detail = (
        "결제대행사와 연결이 원활하지 않아 아직 결제하지 않았습니다. 금액은 청구되지 않았습니다."
        " 잠시 후 다시 확인해 주세요."
    )


class NotCancellable(ShopError):
    code = "not_cancellable"
    title = "취소할 수 없는 주문입니다"
    detail = (
        "결제를 기다리는 주문만 취소할 수 있습니다. 결제가 끝난 주문은 결제내역에서 환불을 신청해 주세요."
    )


class CancelUnsettled(ShopError):
    code = "cancel_unsettled"
    title = "주문을 취소하지 못했습니다"
    detail = (
        "가상계좌를 닫지 못해 주문을 아직 취소하지 못했습니다. 입금하지 마시고 잠시 후 다시 시도해 주세요."
    )


async def confirm(db: Database, provider: Provider, member: MemberId, request: ConfirmRequest) -> OrderView:
    """Take the money for an order and deliver it. Repeating the call gives the same answer.

    Where the provider's answer is missing, the order stays `confirming` until a job settles it.
    """
    async with db.transaction() as conn:
        order = await orders.lock(conn, request.order_id, member)
        payment, is_ours = await _find_begun(conn, order, request), False
        if payment is None:
            # Before the provider is asked, so that any number of calls at once ask no more often.
            await orders.count_look_up(conn, order)
    if payment is None:
        await _check_key(provider, request)
        async with db.transaction() as conn:
            order = await orders.lock(conn, request.order_id, member)
            payment, is_ours = await _begin(conn, order, request)
    if is_ours:
        outcome = await provider.confirm(
            payment_key=request.payment_key,
            order_id=order.id,
            amount=payment.amount,
            attempt=payment.attempt,
        )
        await _apply(db, provider, payment, outcome)
    else:
        # Another call confirms it, or died doing so: wait for a while, so that both calls give the same answer.
        await wait_for(
            db,
            lambda conn: queries.get(conn, payment.id),
            lambda current: current.state != "confirming",
            seconds=WAIT_SECONDS,
        )
    return await view_after_payment(db, member, request.order_id)


async def _apply(db: Database, provider: Provider, payment: Payment, outcome: Outcome) -> None:
    """Apply the provider's answer. Where the database cannot take it now, the job queued by `_begin` asks again for it.

    The money may have moved, so the buyer is told that the payment is being checked, and not that it has failed.
    """
    try:
        await deposits.apply_confirmed(db, provider, payment, outcome)
        if isinstance(outcome, Unknown):
            async with db.transaction() as conn:
                await defer(conn, tasks.SETTLE_PAYMENT, seconds=2, payment=payment.id, again_in=4)
    except (Error, ConnectorException) as error:
        if not is_out_of_order(error):
            raise
        log.error(  # noqa: TRY400 - no bug of ours
            "the outcome of order %s could not be stored, and is looked up later: %s",
            payment.order_id,
            error,
            extra={"order": payment.order_id},
        )


async def view_after_payment(db: Database, member: MemberId, order_id: str) -> OrderView:
    """Show the order after its payment. Raises PaymentRefused if the payment failed."""
    async with db.connection() as conn:
        view = await history.view(conn, member, order_id)
    if view.state is OrderState.FAILED:
        raise PaymentRefused(refusal_text(view.failure.code if view.failure else ""))
    return view


async def cancel_order(db: Database, provider: Provider, member: MemberId, order_id: str) -> OrderView:
    """Cancel an unpaid order. A second time changes nothing.

    A virtual account is closed at the provider first; if the deposit arrives before that, the order stays.
    """
    async with db.transaction() as conn:
        order = await orders.lock(conn, order_id, member)
        if order.state is OrderState.AWAITING_PAYMENT:
            await orders.close_unpaid(conn, [order.id], OrderState.CANCELLED, "cancelled_by_member")
        payment = await queries.find_open(conn, order_id)
    if order.state is OrderState.AWAITING_DEPOSIT and payment is not None:
        await deposits.close_account(db, provider, payment, "deposit_cancelled")
    async with db.connection() as conn:
        view = await history.view(conn, member, order_id)
    if view.state is OrderState.AWAITING_DEPOSIT:
        raise CancelUnsettled
    if view.state not in {OrderState.CANCELLED, OrderState.EXPIRED}:
        raise NotCancellable
    return view


async def _check_key(provider: Provider, request: ConfirmRequest) -> None:
    """Refuse a key that is not of this order, or of a window that was opened for another amount.

    The key comes from a browser: stored without this check, it could keep another order from being paid, or make the
    provider refuse us as if the fault were ours. No money has moved before the confirm; what is not confirmed expires
    at the provider. Raises PaymentNotOfOrder, AmountMismatch, and PaymentUnchecked where the provider does not answer.
    """
    try:
        facts = await provider.find(request.order_id, payment_key=request.payment_key)
    except ProviderUnavailableError as error:
        log.warning("the payment key of order %s could not be looked up: %s", request.order_id, error)
        raise PaymentUnchecked(retry_after=RETRY_SECONDS) from error
    if facts is None or facts.order_id != request.order_id or facts.payment_key != request.payment_key:
        raise PaymentNotOfOrder
    if facts.amount != request.amount:
        raise AmountMismatch


async def _begin(conn: Connection, order: Order, request: ConfirmRequest) -> tuple[Payment, bool]:
    """The attempt, and whether this call has to confirm it: False where another call began it."""
    begun = await _find_begun(conn, order, request)
    if begun is not None:
        return begun, False
    await fulfilment.start_confirming(conn, order)
    if order.method == "virtual_account":
        await orders.claim_deposit(conn, order)
    payment = await queries.insert_attempt(
        conn, order.id, payment_key=request.payment_key, amount=order.amount
    )
    if payment is None:
        raise OrderClosed
    # In the same transaction, so that the attempt is looked up even if this process dies.
    await defer(conn, tasks.SETTLE_PAYMENT, seconds=SETTLE_SECONDS, payment=payment.id)
    return payment, True


async def _find_begun(conn: Connection, order: Order, request: ConfirmRequest) -> Payment | None:
    """The attempt that another call began; None where one may begin. Otherwise raises what is in its way."""
    if request.amount != order.amount:
        raise AmountMismatch
    existing = await queries.find_open(conn, order.id)
    if existing is not None:
        if existing.payment_key != request.payment_key:
            raise OrderClosed(
                "이 주문은 이미 결제했거나 결제를 확인하고 있습니다. 결제내역에서 확인해 주세요."
            )
        return existing
    if order.state not in PAYABLE or order.subscription_id:
        raise (
            PaymentRefused(refusal_text(order.failure_code or ""))
            if order.state is OrderState.FAILED
            else OrderClosed
        )
    orders.check_in_time(order)
    if order.method == "virtual_account":
        await orders.check_deposits(conn, order.member_id, except_order=order.id)
    if await queries.find_by_key(conn, request.payment_key) is not None:
        raise OrderClosed
    return None
