"""Applies what the provider says about a payment to the order. Every answer, look-up and webhook ends in `_apply`."""

import logging
from collections.abc import Mapping

from ieum.shop.checkout import fulfilment
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.orders import queries as order_queries
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Method, Order, OrderState
from ieum.shop.payments import deposit_notices, queries
from ieum.shop.payments.provider import (
    Approved,
    Outcome,
    PaymentStatus,
    ProviderPayment,
    Refused,
    Remedy,
    Unknown,
)
from ieum.shop.payments.types import Payment
from ieum.shop.payments.words import STATUSES
from ieum.shop.refunds import service as refunding
from ieum.shop.subscriptions import outcomes as subscriptions

log = logging.getLogger(__name__)

# The provider's names of payment methods, and ours. Any other (phone bill, voucher, future ones) counts as a card: the
# money goes back the way it came, and no tax invoice is issued as it would be for a bank transfer.
_METHODS: Mapping[str, Method] = {
    "카드": "card",
    "간편결제": "card",
    "계좌이체": "transfer",
    "가상계좌": "virtual_account",
}
# The order's state once its virtual account was closed unpaid.
_DEPOSIT_ENDS: Mapping[str, OrderState] = {
    "deposit_expired": OrderState.EXPIRED,
    "deposit_cancelled": OrderState.CANCELLED,
    "deposit_not_ordered": OrderState.FAILED,
}
_MAY_REOPEN = frozenset(
    {
        OrderState.AWAITING_PAYMENT,
        OrderState.DUE,
        OrderState.FAILED,
        OrderState.EXPIRED,
        OrderState.CANCELLED,
    }
)


async def apply(db: Database, payment: Payment, outcome: Outcome) -> None:
    """Apply the provider's answer to an attempt. Repeated, or in two processes at once, it has one effect."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        current = await queries.get(conn, payment.id)
        if current.state in {"confirming", "depositing"}:
            await _apply(conn, order, current, outcome)


async def adopt(db: Database, facts: ProviderPayment) -> None:
    """Accept an approved payment that has no open attempt: deliver the order, or give the money back.

    Money that cannot belong to the order raises an alarm and changes nothing.
    """
    async with db.transaction() as conn:
        order_id = await queries.find_order_of(conn, facts.order_id)
        if order_id is None:
            await raise_alarm(
                conn,
                "payment_of_no_order",
                reference=facts.order_id,
                detail=f"우리에게 없는 주문으로 {facts.amount:,}원이 결제되었습니다.",
            )
            return
        order = await orders.lock(conn, order_id)
        refused = await queries.find_refused(conn, order.id, facts)
        same_key = await queries.find_by_key(conn, facts.payment_key)
        if same_key is not None and (refused is None or same_key.id != refused.id):
            if same_key.order_id == order.id:
                return
            kind = "payment_mismatch"
            detail = f"결제대행사가 이 주문의 결제라고 하는 것이 {same_key.order_id} 주문의 결제입니다."
        elif await queries.find_open(conn, order.id) is not None or order.state not in _MAY_REOPEN:
            kind = "second_payment"
            detail = f"{facts.amount:,}원이 한 번 더 승인되었습니다. 결제 키 {facts.payment_key}"
        elif facts.amount != order.amount:
            kind = "payment_mismatch"
            detail = f"주문은 {order.amount:,}원인데 {facts.amount:,}원이 결제되었습니다. 결제 키 {facts.payment_key}"
        else:
            await _reopen(conn, order, refused, facts)
            return
        await raise_alarm(conn, kind, reference=order.id, detail=detail)


async def _reopen(conn: Connection, order: Order, refused: Payment | None, facts: ProviderPayment) -> None:
    """Continue a closed order, with or without its address, because its money has arrived.

    Raises UniqueViolation while another renewal of the same service is being paid; a later look-up tries again.
    """
    await orders.move(conn, order, OrderState.CONFIRMING)
    if refused is None:
        payment = await queries.insert_attempt(
            conn, order.id, payment_key=facts.payment_key, amount=facts.amount
        )
        if payment is None:
            raise LookupError(f"the payment key {facts.payment_key} is in use, but no attempt has it")
    else:
        payment = refused
        await queries.revive(conn, refused.id)
        await raise_alarm(
            conn,
            "approved_after_refusal",
            reference=order.id,
            detail=f"실패로 닫은 {refused.attempt}번째 시도({refused.refusal_code})를 결제대행사가 승인했습니다.",
        )
    if payment.refusal_code in _DEPOSIT_ENDS:
        # The deposit was late or its order cancelled, so the buyer no longer expects a delivery.
        await queries.mark_approved(conn, payment.id, facts)
        # Whatever method the order names: a deposit can only be refunded to an account that the member names.
        await order_queries.set_method(conn, order.id, "virtual_account")
        order.method = "virtual_account"
        await refunding.refund_undelivered(conn, order, "deposit_late")
    else:
        await _apply(conn, order, payment, Approved(facts))


async def raise_missing(db: Database, payment: Payment) -> None:
    """Raise an alarm: the provider does not know a virtual account that it issued."""
    async with db.transaction() as conn:
        await raise_alarm(
            conn,
            "payment_missing",
            reference=payment.order_id,
            detail="결제대행사가 이 주문의 가상계좌를 모릅니다.",
        )


async def raise_mismatch(db: Database, payment: Payment, facts: ProviderPayment) -> None:
    """Raise an alarm: the provider has a different payment under this attempt's order id."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        await _alarm_of_mismatch(conn, order, payment, facts)


async def _apply(conn: Connection, order: Order, payment: Payment, outcome: Outcome) -> None:
    match outcome:
        case Approved(payment=facts) if not _matches(facts, payment):
            await _alarm_of_mismatch(conn, order, payment, facts)
        case Approved(payment=facts) if facts.status is PaymentStatus.APPROVED:
            await _deliver(conn, order, payment, facts)
        case Approved(payment=facts) if facts.status is PaymentStatus.DEPOSIT:
            await _await_deposit(conn, order, payment, facts)
        case Approved():
            await _close(conn, order, payment, Refused("payment_cancelled", Remedy.START_AGAIN))
        case Refused() as refused:
            await _close(conn, order, payment, refused)
        case Unknown(reason=reason):
            log.warning("order %s: the outcome of its payment is unknown (%s)", order.id, reason)


async def _deliver(conn: Connection, order: Order, payment: Payment, facts: ProviderPayment) -> None:
    if order.state is OrderState.AWAITING_DEPOSIT:
        await orders.move(conn, order, OrderState.CONFIRMING)
    await queries.mark_approved(conn, payment.id, facts)
    method = _METHODS.get(facts.method, "card") if facts.method else order.method
    if payment.channel == "normal" and method != order.method:
        await order_queries.set_method(conn, order.id, method)
        order.method = method
    if not await fulfilment.fulfil(conn, order):
        await refunding.refund_undelivered(conn, order, order.failure_code or "unfulfilled")


async def _await_deposit(conn: Connection, order: Order, payment: Payment, facts: ProviderPayment) -> None:
    if payment.state == "depositing" or facts.deposit is None:
        return
    await queries.mark_depositing(conn, payment.id, facts, facts.deposit)
    await order_queries.set_deposit_due(conn, order.id)
    await orders.move(conn, order, OrderState.AWAITING_DEPOSIT)
    await deposit_notices.tell_issued(conn, order)


async def _close(conn: Connection, order: Order, payment: Payment, refused: Refused) -> None:
    """Close an attempt that moved no money: addresses and points are returned, or the card is charged again later."""
    code, remedy = refused.code, refused.remedy
    await queries.mark_refused(conn, payment.id, code, refused.message)
    if remedy is Remedy.OUR_FAULT:
        await raise_alarm(
            conn,
            "payment_refused",
            reference=code,
            detail=f"결제대행사가 {order.id} 주문의 결제를 우리 쪽 이유로 거절했습니다.",
        )
    if payment.channel == "billing" and (order.period or 0) > 1:
        await orders.move(conn, order, OrderState.DUE, failure_code=code)
    else:
        await orders.close_unpaid(conn, [order.id], _DEPOSIT_ENDS.get(code, OrderState.FAILED), code)
    if code == "deposit_expired":
        await deposit_notices.tell_ended(conn, order)
    if payment.channel == "billing":
        await subscriptions.note_refused(conn, order, code, remedy)


def _matches(facts: ProviderPayment, payment: Payment) -> bool:
    return (
        facts.order_id == payment.provider_order_id
        and payment.payment_key in {None, facts.payment_key}
        and facts.amount == payment.amount
        and facts.status not in {PaymentStatus.WAITING, PaymentStatus.CLOSED}
        and (facts.status is not PaymentStatus.DEPOSIT or facts.deposit is not None)
    )


async def _alarm_of_mismatch(
    conn: Connection, order: Order, payment: Payment, facts: ProviderPayment
) -> None:
    await raise_alarm(
        conn,
        "payment_mismatch",
        reference=order.id,
        detail=f"{payment.attempt}번째 시도는 {payment.amount:,}원인데, 결제대행사에는 {facts.order_id} 주문의"
        f" {facts.amount:,}원({STATUSES[facts.status]})입니다. 결제 키 {facts.payment_key}",
    )
