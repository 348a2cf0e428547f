"""Finds out what became of a payment: first by looking it up, then by repeating the call with the same key."""

import logging
from datetime import UTC, datetime, timedelta

from ieum.shop.checkout import apply_outcome, charge_on_file, deposits
from ieum.shop.checkout.apply_outcome import apply
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments import queries
from ieum.shop.payments.provider import (
    Approved,
    Channel,
    Outcome,
    PaymentStatus,
    Provider,
    ProviderPayment,
    ProviderUnavailableError,
    Refused,
    Remedy,
    Unknown,
)
from ieum.shop.payments.toss_codes import REMEDIES
from ieum.shop.payments.types import Payment
from ieum.shop.refunds import elsewhere, operators, returning, reversals
from ieum.shop.refunds.refusals import RefundNotPossible

log = logging.getLogger(__name__)

# The reason of a refund that was made at the provider instead of in the shop.
CANCELLED_ELSEWHERE = "결제대행사에서 결제가 취소되었습니다."

# The provider answers a charge within a minute. A charge that it does not know is sent again for half an hour, and
# counts as lost a quarter of an hour later, when the last one sent must have been processed.
NEW_KEY_AFTER = timedelta(minutes=1)
REPEAT_FOR = timedelta(minutes=30)
LOST_AFTER = timedelta(minutes=45)


async def settle(db: Database, provider: Provider, sealer: Sealer, payment: Payment) -> None:
    """Settle an open attempt. It is safe to repeat, to run late and to run beside another."""
    try:
        facts = await _find_attempt(db, provider, payment)
    except ProviderUnavailableError as error:
        log.warning("payment %s of order %s is still open: %s", payment.id, payment.order_id, error)
        return
    if payment.state == "depositing":
        async with db.connection() as conn:
            await queries.note_looked_at(conn, payment.id)
        # A closed account was closed by a process of ours that died before recording it, or by hand at the provider.
        await deposits.apply_account(db, payment, facts, "deposit_cancelled")
    elif facts is not None and facts.status not in {PaymentStatus.WAITING, PaymentStatus.DEPOSIT}:
        await apply(db, payment, _as_outcome(facts))
    elif payment.channel is Channel.BILLING:
        await _charge_again(db, provider, sealer, payment)
    else:
        await _confirm_again(db, provider, payment, facts)


async def _find_attempt(db: Database, provider: Provider, payment: Payment) -> ProviderPayment | None:
    """Find this attempt at the provider; None if the provider has none. Raises ProviderUnavailableError."""
    facts = await provider.find(payment.provider_order_id, channel=payment.channel)
    if facts is None or payment.payment_key in {None, facts.payment_key}:
        return facts
    if facts.status is PaymentStatus.APPROVED:
        await apply_outcome.raise_mismatch(db, payment, facts)
    # The payment window was opened twice for this order: the look-up by order id found the other payment.
    return await provider.find(
        payment.provider_order_id, channel=payment.channel, payment_key=payment.payment_key
    )


async def refresh(db: Database, provider: Provider, sealer: Sealer, provider_order_id: str) -> None:
    """Read an order's payment from the provider and apply it, after an unverified hint that it changed.

    Raises ProviderUnavailableError.
    """
    async with db.connection() as conn:
        payment = await queries.find_newest(conn, provider_order_id)
    if payment is not None and payment.state in {"confirming", "depositing"}:
        await settle(db, provider, sealer, payment)
        return
    if payment is not None and payment.state == "cancelling":
        await returning.take_up(db, provider, sealer, payment.order_id)
        return
    if payment is not None and payment.state == "cancelled":
        await _read_cancelled(db, provider, payment)
        return
    facts = await provider.find(provider_order_id, channel=payment.channel if payment else Channel.NORMAL)
    if facts is None:
        return
    if payment is not None and payment.state == "approved" and payment.payment_key == facts.payment_key:
        if await _compare(db, payment, facts):
            # News of another deposit counts only once the reversal of this one is recorded. What came before that was
            # dropped, so it is looked up now.
            await refresh(db, provider, sealer, provider_order_id)
    elif facts.status is PaymentStatus.APPROVED:
        await apply_outcome.adopt(db, facts)


async def _confirm_again(
    db: Database, provider: Provider, payment: Payment, facts: ProviderPayment | None
) -> None:
    """Confirm once more with the same idempotency key, in case the first request was not sent or is under way.

    For an issued virtual account, the repeated first answer carries the secret, which a look-up often lacks. Where the
    payment still waits after a minute, each minute has a key of its own: the provider repeats an error to the first one
    for good. It approves a payment key once at most, whatever the idempotency key.
    """
    waits = facts is not None and facts.status is PaymentStatus.WAITING
    outcome = await provider.confirm(
        payment_key=payment.payment_key or "",
        order_id=payment.provider_order_id,
        amount=payment.amount,
        attempt=payment.attempt,
        repeat=int((datetime.now(UTC) - payment.requested_at) / NEW_KEY_AFTER) if waits else 0,
    )
    if isinstance(outcome, Unknown) and facts is not None and facts.status is PaymentStatus.DEPOSIT:
        outcome = Approved(facts)
    await deposits.apply_confirmed(db, provider, payment, outcome)


async def _charge_again(db: Database, provider: Provider, sealer: Sealer, payment: Payment) -> None:
    """Send a charge that the provider does not know once more, with the same key; after LOST_AFTER it counts as lost.

    A charge that its member has stopped is not sent again, only looked up: the first try may still come through.
    """
    age = datetime.now(UTC) - payment.requested_at
    if age >= LOST_AFTER:
        await apply(db, payment, Refused("charge_lost", Remedy.TRY_LATER))
    elif age < REPEAT_FOR and await charge_on_file.may_send_again(db, payment):
        await apply(db, payment, await charge_on_file.send(db, provider, sealer, payment))


async def _read_cancelled(db: Database, provider: Provider, payment: Payment) -> None:
    """Record what went back at the provider's dashboard after a refund. Raises ProviderUnavailableError."""
    facts = await provider.find(
        payment.provider_order_id, channel=payment.channel, payment_key=payment.payment_key
    )
    if facts is None or facts.approved_at is None:
        return
    async with db.transaction() as conn:
        await orders.lock(conn, payment.order_id)
        current = await queries.get(conn, payment.id)
        if current.state == "cancelled":
            await elsewhere.note(conn, current, balance=facts.balance)


async def _compare(db: Database, payment: Payment, facts: ProviderPayment) -> bool:
    """Handle money that went back at the provider, outside the shop, after the payment was approved, or came again.

    True where it is news that the bank took back the deposit.
    """
    is_held = (
        facts.status is PaymentStatus.APPROVED and facts.balance == payment.amount - payment.cancelled_amount
    )
    if is_held and payment.reversed_at is None:
        return False
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        current = await queries.get(conn, payment.id)
        if current.state != "approved":
            return False
        if reversals.is_taken_back(facts):
            await reversals.note_taken_back(conn, order, current)
            return current.reversed_at is None
        if facts.status is PaymentStatus.APPROVED:
            await reversals.note_held(conn, order, current, facts)
        elif current.held_after_refund_at is not None:
            await reversals.settle(conn, order, current, facts, by=reversals.PROVIDER)
        is_reversal = current.reversed_at is not None or current.held_after_refund_at is not None
        if not is_held and (order.state is OrderState.PAID or not is_reversal):
            await _follow_cancellation(conn, order, current, facts)
    return False


async def _follow_cancellation(
    conn: Connection, order: Order, payment: Payment, facts: ProviderPayment
) -> None:
    """Raise an alarm about money that was given back outside the shop, and record it.

    Where it is all, refund the order here too; a refund that the member asks for later owes the rest only.
    """
    if facts.status is not PaymentStatus.CANCELLED or order.state is not OrderState.PAID:
        await elsewhere.note(conn, payment, balance=facts.balance)
        return
    cancelled = payment.amount - payment.cancelled_amount
    await elsewhere.tell_staff(conn, order.id, cancelled=cancelled, paid=payment.amount, left=facts.balance)
    try:
        # All of the money went back, so the order is refunded here as well. A card's refund is completed by its
        # job's look-up; a deposit's at once (`is_back`), because no account has to be named any more.
        async with conn.transaction():
            await operators.refund_by_operator(
                conn,
                order.id,
                None,
                reason=CANCELLED_ELSEWHERE,
                by=reversals.PROVIDER,
                is_back=order.method == "virtual_account",
            )
    except RefundNotPossible as error:
        log.warning("order %s stays paid although its money went back: %s", order.id, error)


def _as_outcome(facts: ProviderPayment) -> Outcome:
    match facts.status:
        case PaymentStatus.APPROVED | PaymentStatus.DEPOSIT | PaymentStatus.CANCELLED:
            return Approved(facts)
        case _:
            code = facts.failure_code or "NOT_FOUND_PAYMENT_SESSION"
            return Refused(code, REMEDIES.get(code, Remedy.START_AGAIN), facts.failure_message)
