"""One owner for "apply this payment": every way that news of a payment arrives ends in `_apply`."""

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
from ieum.shop.refunds import service as refunding
from ieum.shop.subscriptions import outcomes as subscriptions

log = logging.getLogger(__name__)

# How the provider names a way to pay, and how the shop does. Others (a phone's bill, a voucher, what may come) are as
# good as a card: their money goes back the way it came, and no tax invoice is written for them as for money by bank.
_METHODS: Mapping[str, Method] = {
    "카드": "card",
    "간편결제": "card",
    "계좌이체": "transfer",
    "가상계좌": "virtual_account",
}
# What an order is whose account nobody paid into.
_ENDS: Mapping[str, OrderState] = {
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
    """Bring the books to what the provider said. A second time, or in another process at once, changes nothing."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        current = await queries.get(conn, payment.id)
        if current.state in {"confirming", "depositing"}:
            await _apply(conn, order, current, outcome)


async def adopt(db: Database, found: ProviderPayment) -> None:
    """Money that we did not ask for, or had given up on: the goods, or the money back."""
    async with db.transaction() as conn:
        order_id = await queries.find_order_of(conn, found.order_id)
        if order_id is None:
            await _alarm(
                conn, "payment_of_no_order", found.order_id, f"{found.amount} won for an order we do not have"
            )
            return
        order = await orders.lock(conn, order_id)
        known = await queries.find_refused(conn, order.id, found)
        other = await queries.find_by_key(conn, found.payment_key)
        if other is not None and (known is None or other.id != known.id):
            if other.order_id != order.id:
                await _alarm(
                    conn, "payment_mismatch", order.id, f"paid by a payment of order {other.order_id}"
                )
            return
        if await queries.find_open(conn, order.id) is not None or order.state not in _MAY_REOPEN:
            await _alarm(conn, "second_payment", order.id, f"{found.amount} won more: {found.payment_key}")
            return
        if found.amount != order.amount:
            await _alarm(
                conn,
                "payment_mismatch",
                order.id,
                f"{found.amount} won paid for {order.amount}: {found.payment_key}",
            )
            return
        await _reopen(conn, order, known, found)


async def _reopen(conn: Connection, order: Order, known: Payment | None, found: ProviderPayment) -> None:
    await fulfilment.reopen(conn, order)
    if known is None:
        payment = await queries.insert_attempt(
            conn, order.id, payment_key=found.payment_key, amount=found.amount
        )
        if payment is None:
            raise LookupError(f"{found.payment_key} is known and was not found")
    else:
        payment = known
        await queries.revive(conn, known.id)
        await _alarm(
            conn,
            "approved_after_refusal",
            order.id,
            f"attempt {known.attempt} was over ({known.refusal_code}) and is paid all the same",
        )
    if payment.refusal_code in _ENDS:
        # Its time was over, or its buyer had cancelled: nobody waits for the goods any more.
        await queries.mark_approved(conn, payment.id, found)
        # Whatever was ordered, this came by an account, and goes back to none but one that its member names.
        await order_queries.set_method(conn, order.id, "virtual_account")
        await refunding.give_back_all(conn, order, "deposit_late")
    else:
        await _apply(conn, order, payment, Approved(found))


async def raise_missing(db: Database, payment: Payment) -> None:
    """The provider does not know an account that it gave out."""
    async with db.transaction() as conn:
        await _alarm(
            conn, "payment_missing", payment.order_id, "the provider does not know its virtual account"
        )


async def raise_misfit(db: Database, payment: Payment, found: ProviderPayment) -> None:
    """The provider knows another payment by the name of this one."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        await _alarm_of_misfit(conn, order, payment, found)


async def _apply(conn: Connection, order: Order, payment: Payment, outcome: Outcome) -> None:
    match outcome:
        case Approved(payment=facts) if not _fits(facts, payment):
            await _alarm_of_misfit(conn, order, payment, facts)
        case Approved(payment=facts) if facts.status is PaymentStatus.APPROVED:
            await _deliver(conn, order, payment, facts)
        case Approved(payment=facts) if facts.status is PaymentStatus.DEPOSIT:
            await _await_deposit(conn, order, payment, facts)
        case Approved():
            await _close(conn, order, payment, "payment_cancelled", Remedy.START_AGAIN)
        case Refused(code=code, remedy=remedy):
            await _close(conn, order, payment, code, remedy)
        case Unknown(reason=reason):
            log.warning("order %s: outcome unknown (%s)", order.id, reason)


async def _deliver(conn: Connection, order: Order, payment: Payment, facts: ProviderPayment) -> None:
    if order.state is OrderState.AWAITING_DEPOSIT:
        await orders.move(conn, order, OrderState.CONFIRMING)
    await queries.mark_approved(conn, payment.id, facts)
    method = _METHODS.get(facts.method, "card") if facts.method else order.method
    if payment.channel == "normal" and method != order.method:
        await order_queries.set_method(conn, order.id, method)
    if not await fulfilment.fulfil(conn, order):
        await refunding.give_back_all(conn, order, order.failure_code or "unfulfilled")


async def _await_deposit(conn: Connection, order: Order, payment: Payment, facts: ProviderPayment) -> None:
    if payment.state == "depositing" or facts.deposit is None:
        return
    await queries.mark_depositing(conn, payment.id, facts, facts.deposit)
    await order_queries.set_deposit_due(conn, order.id)
    await orders.move(conn, order, OrderState.AWAITING_DEPOSIT)
    await deposit_notices.tell_issued(conn, order)


async def _close(conn: Connection, order: Order, payment: Payment, code: str, remedy: Remedy) -> None:
    """Nothing was paid: the addresses and the points go back at once, or the card is tried another day."""
    await queries.mark_refused(conn, payment.id, code)
    if remedy is Remedy.OUR_FAULT:
        await _alarm(conn, "payment_refused", code, f"the provider refused the payment of order {order.id}")
    if payment.channel == "billing" and (order.period or 0) > 1:
        await orders.move(conn, order, OrderState.DUE, failure_code=code)
    else:
        await orders.close_unpaid(conn, [order.id], _ENDS.get(code, OrderState.FAILED), code)
    if code == "deposit_expired":
        await deposit_notices.tell_ended(conn, order)
    if payment.channel == "billing":
        await subscriptions.note_refused(conn, order, code, remedy)


def _fits(facts: ProviderPayment, payment: Payment) -> bool:
    return (
        facts.order_id == payment.provider_order_id
        and payment.payment_key in {None, facts.payment_key}
        and facts.amount == payment.amount
        and facts.status not in {PaymentStatus.WAITING, PaymentStatus.CLOSED}
        and (facts.status is not PaymentStatus.DEPOSIT or facts.deposit is not None)
    )


async def _alarm_of_misfit(conn: Connection, order: Order, payment: Payment, facts: ProviderPayment) -> None:
    await _alarm(
        conn,
        "payment_mismatch",
        order.id,
        f"attempt {payment.attempt} of {payment.amount} won, the provider says {facts.status} of {facts.amount} won"
        f" for {facts.order_id} ({facts.payment_key})",
    )


async def _alarm(conn: Connection, kind: str, reference: str, detail: str) -> None:
    await raise_alarm(conn, kind, reference=reference, detail=detail)
