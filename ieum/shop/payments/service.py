"""One owner for "apply this payment": every way that news of a payment arrives ends in `_apply`."""

import asyncio
import logging

from ieum.shop.db import Connection, Database
from ieum.shop.errors import ShopError
from ieum.shop.jobs import defer
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from ieum.shop.orders import settlement
from ieum.shop.orders.history import service as history
from ieum.shop.orders.history.types import OrderView
from ieum.shop.orders.refunding import service as refunding
from ieum.shop.orders.refusals import refusal_text
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments import jobs, queries
from ieum.shop.payments.provider import (
    Approved,
    Outcome,
    PaymentStatus,
    Provider,
    ProviderPayment,
    ProviderUnavailableError,
    Refused,
    Remedy,
    Unknown,
)
from ieum.shop.payments.types import ConfirmRequest, Payment

log = logging.getLogger(__name__)

WAIT_SECONDS = 20
SETTLE_SECONDS = 15


class AmountMismatch(ShopError):
    code = "amount_mismatch"
    title = "결제 금액이 다릅니다"
    detail = "주문한 금액과 결제 금액이 달라 결제를 진행하지 않았습니다. 다시 주문해 주세요."


class OrderClosed(ShopError):
    code = "order_closed"
    title = "이미 끝난 주문입니다"
    detail = "이미 끝난 주문이라 결제를 진행하지 않았습니다. 다시 주문해 주세요."


class PaymentRefused(ShopError):
    code = "payment_refused"
    title = "결제되지 않았습니다"


async def confirm(db: Database, provider: Provider, member: MemberId, request: ConfirmRequest) -> OrderView:
    """Take the money for an order and hand out the goods; the same answer however often it is asked.

    The provider is called between two transactions. Where its answer stays out, the order stays
    `confirming` and a job settles it.
    """
    async with db.transaction() as conn:
        order = await orders.lock(conn, request.order_id, member)
        payment, is_ours = await _begin(conn, order, request)
    if is_ours:
        outcome = await provider.confirm(
            payment_key=payment.payment_key, order_id=order.id, amount=payment.amount, attempt=payment.attempt
        )
        await apply(db, payment, outcome)
        if isinstance(outcome, Unknown):
            await _look_again(db, payment, seconds=2)
    else:
        await _wait_for_other(db, payment)
    async with db.connection() as conn:
        view = await history.view(conn, member, request.order_id)
    if view.state is OrderState.FAILED:
        raise PaymentRefused(refusal_text(view.failure.code if view.failure else ""))
    return view


async def apply(db: Database, payment: Payment, outcome: Outcome) -> None:
    """Bring the books to what the provider said. A second time, or in another process at once, changes nothing."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        current = await queries.get(conn, payment.id)
        if current.state == "confirming":
            await _apply(conn, order, current, outcome)


async def settle(db: Database, provider: Provider, payment: Payment) -> None:
    """Find out what became of an open attempt: look it up first, ask again with the same key second."""
    try:
        found = await provider.find(payment.order_id)
    except ProviderUnavailableError as error:
        log.warning("payment %s of order %s is still open: %s", payment.id, payment.order_id, error)
        return
    if (
        found is not None
        and found.payment_key == payment.payment_key
        and found.status not in {PaymentStatus.WAITING, PaymentStatus.DEPOSIT}
    ):
        await apply(db, payment, _as_outcome(found))
        return
    # Nobody confirmed it yet, or our request is still on its way: the same key makes both one.
    outcome = await provider.confirm(
        payment_key=payment.payment_key,
        order_id=payment.order_id,
        amount=payment.amount,
        attempt=payment.attempt,
    )
    await apply(db, payment, outcome)


async def learn(db: Database, provider: Provider, order_id: str) -> None:
    """Somebody hints that an order's payment changed: read it and act on what we read, not on the hint."""
    async with db.connection() as conn:
        payment = await queries.find_open(conn, order_id)
    if payment is not None and payment.state == "confirming":
        await settle(db, provider, payment)
        return
    found = await provider.find(order_id)
    if payment is None and found is not None and found.status is PaymentStatus.APPROVED:
        await _adopt(db, found)


async def _adopt(db: Database, found: ProviderPayment) -> None:
    """Money that we did not ask for, or had given up on: the goods, or the money back."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, found.order_id)
        if await queries.find_open(conn, order.id) is not None:
            return
        payment = await queries.insert_attempt(
            conn, order.id, payment_key=found.payment_key, amount=found.amount
        )
        if payment is None:
            log.error("order %s: an approved payment was refused before; settle it by hand", order.id)
            return
        await settlement.reopen(conn, order)
        await _apply(conn, order, payment, Approved(found))


async def _begin(conn: Connection, order: Order, request: ConfirmRequest) -> tuple[Payment, bool]:
    """The attempt to carry out, and whether it is this call's to carry out."""
    if request.amount != order.amount:
        raise AmountMismatch
    existing = await queries.find_open(conn, order.id)
    if existing is not None:
        if existing.payment_key != request.payment_key:
            raise OrderClosed(
                "이 주문은 이미 결제했거나 결제를 확인하고 있습니다. 결제내역에서 확인해 주세요."
            )
        return existing, False
    if order.state not in {OrderState.AWAITING_PAYMENT, OrderState.EXPIRED}:
        raise (
            PaymentRefused(refusal_text(order.failure_code or ""))
            if order.state is OrderState.FAILED
            else OrderClosed
        )
    await settlement.start_confirming(conn, order)
    payment = await queries.insert_attempt(
        conn, order.id, payment_key=request.payment_key, amount=order.amount
    )
    if payment is None:
        raise OrderClosed
    # Whatever happens to this process, the attempt is looked at again.
    await defer(conn, jobs.settle_payment, seconds=SETTLE_SECONDS, payment=payment.id)
    return payment, True


async def _look_again(db: Database, payment: Payment, *, seconds: int) -> None:
    async with db.transaction() as conn:
        await defer(conn, jobs.settle_payment, seconds=seconds, payment=payment.id)


async def _apply(conn: Connection, order: Order, payment: Payment, outcome: Outcome) -> None:
    match outcome:
        case Approved(payment=facts) if _fits(facts, payment):
            await queries.mark_approved(conn, payment.id, facts)
            if not await settlement.fulfil(conn, order):
                await refunding.give_back_all(conn, order, order.failure_code or "unfulfilled")
        case Approved(payment=facts):
            log.error("order %s: the provider approved something else: %s", order.id, facts)
        case Refused(code=code):
            await queries.mark_refused(conn, payment.id, code)
            await orders.fail(conn, order, code)
        case Unknown(reason=reason):
            log.warning("order %s: outcome unknown (%s)", order.id, reason)


def _fits(facts: ProviderPayment, payment: Payment) -> bool:
    return (
        facts.status is PaymentStatus.APPROVED
        and facts.order_id == payment.order_id
        and facts.payment_key == payment.payment_key
        and facts.amount == payment.amount
    )


def _as_outcome(found: ProviderPayment) -> Outcome:
    if found.status is PaymentStatus.APPROVED:
        return Approved(found)
    return Refused(found.failure_code or "NOT_FOUND_PAYMENT_SESSION", Remedy.START_AGAIN)


async def _wait_for_other(db: Database, payment: Payment) -> None:
    """Another call is at it, or was when its process died: wait for it a while, so that both answer alike."""
    for _ in range(WAIT_SECONDS * 10):
        async with db.connection() as conn:
            current = await queries.get(conn, payment.id)
        if current.state != "confirming":
            return
        await asyncio.sleep(0.1)
