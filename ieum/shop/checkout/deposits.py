"""Virtual accounts: accepted where the order asked for one, closed at the provider before their order ends here."""

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

# The cancellation reasons that the provider is given.
_REASONS: Mapping[DepositEnd, str] = {
    "deposit_expired": "입금 기한 경과",
    "deposit_cancelled": "고객 주문 취소",
    "deposit_not_ordered": "주문하지 않은 결제수단",
}


async def apply_confirmed(db: Database, provider: Provider, payment: Payment, outcome: Outcome) -> None:
    """Apply the answer to a confirmation; a virtual account that was not ordered is closed instead.

    The payment window runs in the buyer's browser, which can ask it for any method: a virtual account instead of a
    card would hold addresses beyond the limit for one member. Until the account is closed, the attempt stays open and
    is looked up again. Any other method has moved money, so the order is delivered whatever method it named.
    """
    if isinstance(outcome, Approved) and outcome.payment.status is PaymentStatus.DEPOSIT:
        async with db.connection() as conn:
            method = await order_queries.get_method(conn, payment.order_id)
        if method != "virtual_account":
            await close_account(db, provider, payment, "deposit_not_ordered")
            return
    await apply_outcome.apply(db, payment, outcome)


async def close_account(db: Database, provider: Provider, payment: Payment, end: DepositEnd) -> None:
    """Close the account at the provider, then end the order: by then no more money can arrive.

    If the deposit arrived before that, the order is delivered. Where the provider leaves the account open, a job tries
    again later. Each try has an idempotency key of its own, because under the same key the provider would repeat its
    refusal; closing twice does no harm.
    """
    try:
        facts = await _find(provider, payment)
        if facts is not None and facts.status is PaymentStatus.DEPOSIT and payment.payment_key is not None:
            outcome = await provider.cancel(
                payment_key=payment.payment_key,
                key=f"{end}-{payment.provider_order_id}-{token_hex(6)}",
                reason=_REASONS[end],
            )
            facts = outcome.payment if isinstance(outcome, Approved) else await _find(provider, payment)
    except ProviderUnavailableError as error:
        log.warning("the virtual account of order %s is still open: %s", payment.order_id, error)
        return
    is_ours = facts is not None and facts.payment_key == payment.payment_key
    await apply_account(db, payment, facts if is_ours else None, end)


async def apply_account(
    db: Database, payment: Payment, facts: ProviderPayment | None, end: DepositEnd
) -> None:
    """Apply what the provider says about a virtual account: paid, closed, still open, or unknown to it."""
    if facts is None:
        await apply_outcome.raise_missing(db, payment)
    elif facts.status is PaymentStatus.APPROVED:
        await apply_outcome.apply(db, payment, Approved(facts))
    elif facts.status in {PaymentStatus.CANCELLED, PaymentStatus.CLOSED}:
        await apply_outcome.apply(db, payment, Refused(end, Remedy.START_AGAIN))


async def _find(provider: Provider, payment: Payment) -> ProviderPayment | None:
    """Look up by payment key: the window may have been opened twice for an order, and its id would find either."""
    return await provider.find(payment.provider_order_id, payment_key=payment.payment_key)


async def expire_lapsed(db: Database, provider: Provider) -> None:
    """Close overdue virtual accounts one by one, so that one failure does not stop the others."""
    async with db.connection() as conn:
        lapsed = await deposit_queries.list_lapsed(conn)
    for payment_id in lapsed:
        async with db.connection() as conn:
            payment = await queries.get(conn, payment_id)
        try:
            await close_account(db, provider, payment, "deposit_expired")
        except Exception:
            log.exception("the virtual account of order %s could not be closed", payment.order_id)
