"""Virtual accounts that nobody paid into: given up when their time is over, never before the provider has."""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime

from ieum.shop.db import Database
from ieum.shop.payments import applying, deposit_rows, queries
from ieum.shop.payments.provider import (
    Approved,
    PaymentStatus,
    Provider,
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
}


async def give_up(db: Database, provider: Provider, payment: Payment, end: DepositEnd) -> None:
    """Close the account at the provider first: the order ends only when no money can come any more.

    Money that was faster buys its goods. What the provider leaves open is asked again another minute; as an account
    that nobody paid into is closed but once, however often that is asked, each try may have a key of its own.
    """
    try:
        found = await provider.find(payment.provider_order_id)
        if found is not None and found.status is PaymentStatus.DEPOSIT and payment.payment_key is not None:
            outcome = await provider.cancel(
                payment_key=payment.payment_key,
                key=f"{end}-{payment.provider_order_id}-{datetime.now(UTC):%Y%m%d%H%M}",
                reason=_REASONS[end],
            )
            found = (
                outcome.payment
                if isinstance(outcome, Approved)
                else await provider.find(payment.provider_order_id)
            )
    except ProviderUnavailableError as error:
        log.warning("the account of order %s is still open: %s", payment.order_id, error)
        return
    if found is None or found.payment_key != payment.payment_key:
        await applying.raise_missing(db, payment)
    elif found.status is PaymentStatus.APPROVED:
        await applying.apply(db, payment, Approved(found))
    elif found.status in {PaymentStatus.CANCELLED, PaymentStatus.CLOSED}:
        await applying.apply(db, payment, Refused(end, Remedy.START_AGAIN))


async def expire_lapsed(db: Database, provider: Provider) -> None:
    """One by one: one that fails does not stop the others."""
    async with db.connection() as conn:
        lapsed = await deposit_rows.list_lapsed(conn)
    for one in lapsed:
        async with db.connection() as conn:
            payment = await queries.get(conn, one)
        try:
            await give_up(db, provider, payment, "deposit_expired")
        except Exception:
            log.exception("the account of order %s could not be closed", payment.order_id)
