"""Jobs that settle open payments, close overdue virtual accounts and charge renewals."""

import logging
from datetime import UTC, datetime, timedelta

from procrastinate import RetryStrategy

from ieum.shop.checkout import charge_on_file, deposits, look_up, tasks
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import defer, job
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Provider
from ieum.shop.payments.types import PaymentId
from ieum.shop.subscriptions.tasks import CHARGE_RENEWAL

log = logging.getLogger(__name__)

# Younger attempts are still handled by the request that began them.
OLDER_THAN_SECONDS = 15
# A confirm in doubt is looked up again after twice as long as before, and after so many seconds at most.
SLOWEST_LOOK_UP_SECONDS = 30
# From then on the look-up of every minute suffices: the provider has let the payment expire.
IN_DOUBT_FOR = timedelta(minutes=15)
# How often an unpaid virtual account is looked up.
DEPOSITS_SECONDS = 600


@job(
    tasks.SETTLE_PAYMENT,
    retry=RetryStrategy(max_attempts=5, exponential_wait=3),
)
async def settle_payment(
    db: Database, provider: Provider, sealer: Sealer, *, payment: int, again_in: int = 0
) -> None:
    """Settle an attempt if it is still `confirming` when the job runs, so late or repeated runs are safe.

    With `again_in`, in seconds, it is tried again after that time, and then at growing intervals.
    """
    async with db.connection() as conn:
        attempt = await queries.get(conn, PaymentId(payment))
    if attempt.state != "confirming":
        return
    await look_up.settle(db, provider, sealer, attempt)
    if not again_in or datetime.now(UTC) - attempt.requested_at > IN_DOUBT_FOR:
        return
    async with db.transaction() as conn:
        if (await queries.get(conn, attempt.id)).state == "confirming":
            slower = min(2 * again_in, SLOWEST_LOOK_UP_SECONDS)
            await defer(conn, tasks.SETTLE_PAYMENT, seconds=again_in, payment=payment, again_in=slower)


@job(
    tasks.READ_PAYMENT,
    retry=RetryStrategy(max_attempts=5, exponential_wait=4),
)
async def read_payment(db: Database, provider: Provider, sealer: Sealer, *, order_id: str) -> None:
    """Read the payment that a webhook hinted at; `order_id` is the provider's."""
    await look_up.refresh(db, provider, sealer, order_id)


@job("checkout.reconcile", cron="* * * * *", lock="reconcile")
async def reconcile(db: Database, provider: Provider, sealer: Sealer) -> None:
    """Settle open attempts one by one, so that one failure does not stop the others."""
    async with db.connection() as conn:
        unsettled = await queries.list_unsettled(
            conn, older_than_seconds=OLDER_THAN_SECONDS, deposits_seconds=DEPOSITS_SECONDS
        )
    for payment in unsettled:
        try:
            await look_up.settle(db, provider, sealer, payment)
        except Exception:
            log.exception("payment %s of order %s could not be settled", payment.id, payment.order_id)


@job(
    "checkout.expire_deposits",
    cron="* * * * *",
    lock="expire_deposits",
)
async def expire_deposits(db: Database, provider: Provider) -> None:
    """Close virtual accounts that nobody paid into in time at the provider, then expire their orders here."""
    await deposits.expire_lapsed(db, provider)


@job(
    CHARGE_RENEWAL,
    retry=RetryStrategy(max_attempts=5, exponential_wait=6),
)
async def charge_renewal(db: Database, provider: Provider, sealer: Sealer, *, order_id: str) -> None:
    """Charge a renewal to its card; late or repeated runs charge only what is still due."""
    await charge_on_file.charge(db, provider, sealer, order_id)
