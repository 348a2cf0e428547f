"""What became of a payment: looked up first, asked again with the same key second, never guessed."""

import logging
from datetime import UTC, datetime, timedelta

from ieum.shop.checkout import apply_outcome, charge_on_file, deposits
from ieum.shop.checkout.apply_outcome import apply
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import OrderState
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
from ieum.shop.refunds import service as refunding
from ieum.shop.refunds.refusals import RefundNotPossible

log = logging.getLogger(__name__)

# What the books say of a refund that was made at the provider and not here.
CANCELLED_ELSEWHERE = "결제사에서 결제가 취소되었습니다."
PROVIDER = "provider"

# The provider answers a charge within a minute. One that it does not know after half an hour is not sent again,
# and is given up once the last that was sent must be through.
REPEAT_FOR = timedelta(minutes=30)
LOST_AFTER = timedelta(minutes=45)


async def settle(db: Database, provider: Provider, sealer: Sealer, payment: Payment) -> None:
    """Find out what became of an open attempt. Repeated, late or beside another it does no harm."""
    try:
        found = await _find_itself(db, provider, payment)
    except ProviderUnavailableError as error:
        log.warning("payment %s of order %s is still open: %s", payment.id, payment.order_id, error)
        return
    if payment.state == "depositing":
        await _settle_deposit(db, payment, found)
    elif found is not None and found.status not in {PaymentStatus.WAITING, PaymentStatus.DEPOSIT}:
        await apply(db, payment, _as_outcome(found))
    elif payment.channel is Channel.BILLING:
        await _charge_again(db, provider, sealer, payment)
    else:
        await _confirm_again(db, provider, payment, found)


async def _find_itself(db: Database, provider: Provider, payment: Payment) -> ProviderPayment | None:
    """This very attempt; None is the provider's word that it has none. Raises ProviderUnavailableError."""
    found = await provider.find(payment.provider_order_id, channel=payment.channel)
    if found is None or payment.payment_key in {None, found.payment_key}:
        return found
    if found.status is PaymentStatus.APPROVED:
        await apply_outcome.raise_misfit(db, payment, found)
    # The order was taken to the window twice: a look-up by order speaks of the other visit.
    return await provider.find(
        payment.provider_order_id, channel=payment.channel, payment_key=payment.payment_key
    )


async def learn(db: Database, provider: Provider, sealer: Sealer, provider_order_id: str) -> None:
    """Somebody hints that an order's payment changed: read it and act on what we read, not on the hint.

    Raises ProviderUnavailableError.
    """
    async with db.connection() as conn:
        payment = await queries.find_newest(conn, provider_order_id)
    if payment is not None and payment.state in {"confirming", "depositing"}:
        await settle(db, provider, sealer, payment)
        return
    if payment is not None and payment.state in {"cancelling", "cancelled"}:
        # Its refund looks after itself.
        return
    found = await provider.find(provider_order_id, channel=payment.channel if payment else Channel.NORMAL)
    if found is None:
        return
    if payment is not None and payment.state == "approved" and payment.payment_key == found.payment_key:
        await _compare(db, payment, found)
    elif found.status is PaymentStatus.APPROVED:
        await apply_outcome.adopt(db, found)


async def _settle_deposit(db: Database, payment: Payment, found: ProviderPayment | None) -> None:
    async with db.connection() as conn:
        await queries.note_looked_at(conn, payment.id)
    if found is None:
        await apply_outcome.raise_missing(db, payment)
    elif found.status is PaymentStatus.APPROVED:
        await apply(db, payment, Approved(found))
    elif found.status in {PaymentStatus.CANCELLED, PaymentStatus.CLOSED}:
        # By us, and killed before we could write it down; or by hand at the provider.
        await apply(db, payment, Refused("deposit_cancelled", Remedy.START_AGAIN))


async def _confirm_again(
    db: Database, provider: Provider, payment: Payment, found: ProviderPayment | None
) -> None:
    """Nobody confirmed it yet, or our request is still on its way: the same key makes both one.

    Of an account that was given out, the first answer also brings back the word that a look-up does not tell.
    """
    outcome = await provider.confirm(
        payment_key=payment.payment_key or "",
        order_id=payment.provider_order_id,
        amount=payment.amount,
        attempt=payment.attempt,
    )
    if isinstance(outcome, Unknown) and found is not None and found.status is PaymentStatus.DEPOSIT:
        outcome = Approved(found)
    await deposits.apply_confirmed(db, provider, payment, outcome)


async def _charge_again(db: Database, provider: Provider, sealer: Sealer, payment: Payment) -> None:
    """The provider does not know it: the same charge once more, by the same key, until it must have been lost.

    What its member does not want any more is only looked for, because it may have been sent all the same.
    """
    age = datetime.now(UTC) - payment.requested_at
    if age >= LOST_AFTER:
        await apply(db, payment, Refused("charge_lost", Remedy.TRY_LATER))
    elif age < REPEAT_FOR and await charge_on_file.is_still_wanted(db, payment):
        await apply(db, payment, await charge_on_file.send(db, provider, sealer, payment))


async def _compare(db: Database, payment: Payment, found: ProviderPayment) -> None:
    """What has happened at the provider, without us, to a payment that we took for done."""
    if found.status is PaymentStatus.APPROVED and found.balance == payment.amount:
        return
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        current = await queries.get(conn, payment.id)
        if current.state != "approved":
            return
        if found.status is PaymentStatus.DEPOSIT:
            await raise_alarm(
                conn,
                "deposit_reversed",
                reference=order.id,
                detail=f"the bank took back {current.amount} won that had bought the goods: settle it by hand",
            )
            return
        await raise_alarm(
            conn,
            "cancelled_elsewhere",
            reference=order.id,
            detail=f"{current.amount - found.balance} of {current.amount} won were given back without the shop",
        )
        if found.status is not PaymentStatus.CANCELLED or order.state is not OrderState.PAID:
            return
        try:
            # All of it is gone: the goods and the points follow, and the books say why. Of a card the refund's own
            # look-up closes them; a deposit has an account already, which nobody has to name.
            async with conn.transaction():
                await refunding.give_back_by_hand(
                    conn,
                    order.id,
                    None,
                    reason=CANCELLED_ELSEWHERE,
                    by=PROVIDER,
                    is_back=order.method == "virtual_account",
                )
        except RefundNotPossible as error:
            log.warning("order %s stays paid in the books: %s", order.id, error.detail)


def _as_outcome(found: ProviderPayment) -> Outcome:
    match found.status:
        case PaymentStatus.APPROVED | PaymentStatus.DEPOSIT | PaymentStatus.CANCELLED:
            return Approved(found)
        case _:
            code = found.failure_code or "NOT_FOUND_PAYMENT_SESSION"
            return Refused(code, REMEDIES.get(code, Remedy.START_AGAIN))
