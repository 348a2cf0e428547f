"""Virtual accounts: taken where they were ordered, given up when their time is over, never before the provider has."""

import logging
from collections.abc import Mapping
from secrets import token_hex

from ieum.shop.checkout import apply_outcome
from ieum.shop.kernel.db import Database
from ieum.shop.orders import queries as order_queries
from ieum.shop.payments import deposit_queries, queries
from ieum.shop.payments.provider import (
    Approved,
    Outcome,
    PaymentStatus,
    Provider,
    ProviderPayment,
    ProviderUnavailableError,
    Refused,
    Remedy,
)
from ieum.shop.payments.types import DepositEnd, Payment

log = logging.getLogger(__name__)

# What the provider is told.
_REASONS: Mapping[DepositEnd, str] = {
    "deposit_expired": "입금 기한 경과",
    "deposit_cancelled": "고객 주문 취소",
    "deposit_not_ordered": "주문하지 않은 결제수단",
}


async def apply_confirmed(db: Database, provider: Provider, payment: Payment, outcome: Outcome) -> None:
    """Bring the books to what a confirmation brought; an account that was not ordered is closed instead.

    The window opens in the buyer's browser, for whatever it is told there: an account in place of a card would hold
    addresses beyond what one member may hold. Until it is closed the attempt stays open and is looked at again.
    Any other way to pay has moved money, and that buys the goods however it came.
    """
    if isinstance(outcome, Approved) and outcome.payment.status is PaymentStatus.DEPOSIT:
        async with db.connection() as conn:
            method = await order_queries.get_method(conn, payment.order_id)
        if method != "virtual_account":
            await give_up(db, provider, payment, "deposit_not_ordered")
            return
    await apply_outcome.apply(db, payment, outcome)


async def give_up(db: Database, provider: Provider, payment: Payment, end: DepositEnd) -> None:
    """Close the account at the provider first: the order ends only when no money can come any more.

    Money that was faster buys its goods. What the provider leaves open is asked again another minute; as an account
    that nobody paid into is closed but once, however often that is asked, each try has a key of its own: under the
    same one the provider would say its refusal again.
    """
    try:
        found = await _find(provider, payment)
        if found is not None and found.status is PaymentStatus.DEPOSIT and payment.payment_key is not None:
            outcome = await provider.cancel(
                payment_key=payment.payment_key,
                key=f"{end}-{payment.provider_order_id}-{token_hex(6)}",
                reason=_REASONS[end],
            )
            found = outcome.payment if isinstance(outcome, Approved) else await _find(provider, payment)
    except ProviderUnavailableError as error:
        log.warning("the account of order %s is still open: %s", payment.order_id, error)
        return
    if found is None or found.payment_key != payment.payment_key:
        await apply_outcome.raise_missing(db, payment)
    elif found.status is PaymentStatus.APPROVED:
        await apply_outcome.apply(db, payment, Approved(found))
    elif found.status in {PaymentStatus.CANCELLED, PaymentStatus.CLOSED}:
        await apply_outcome.apply(db, payment, Refused(end, Remedy.START_AGAIN))


async def _find(provider: Provider, payment: Payment) -> ProviderPayment | None:
    """By its own key: an order may have been taken to the window twice, and its id speaks of either visit."""
    return await provider.find(payment.provider_order_id, payment_key=payment.payment_key)


async def expire_lapsed(db: Database, provider: Provider) -> None:
    """One by one: one that fails does not stop the others."""
    async with db.connection() as conn:
        lapsed = await deposit_queries.list_lapsed(conn)
    for one in lapsed:
        async with db.connection() as conn:
            payment = await queries.get(conn, one)
        try:
            await give_up(db, provider, payment, "deposit_expired")
        except Exception:
            log.exception("the account of order %s could not be closed", payment.order_id)
