"""Jobs that settle open payments, close overdue virtual accounts and charge renewals."""

import logging

from procrastinate import JobContext, RetryStrategy

from ieum.shop.checkout import charge_on_file, deposits, look_up, tasks
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Provider
from ieum.shop.payments.types import PaymentId
from ieum.shop.subscriptions.tasks import CHARGE_RENEWAL

log = logging.getLogger(__name__)

# Younger attempts are still handled by the request that began them.
OLDER_THAN_SECONDS = 15
# How often an unpaid virtual account is looked up.
DEPOSITS_SECONDS = 600


@app.task(
    name=tasks.SETTLE_PAYMENT,
    aliases=["ieum.shop.payments.jobs.settle_payment"],
    pass_context=True,
    retry=RetryStrategy(max_attempts=5, exponential_wait=3),
)
async def settle_payment(context: JobContext, payment: int) -> None:
    """Settle an attempt if it is still `confirming` when the job runs, so late or repeated runs are safe."""
    async with tool(context, Database).connection() as conn:
        attempt = await queries.get(conn, PaymentId(payment))
    if attempt.state == "confirming":
        await look_up.settle(*_tools(context), attempt)


@app.task(
    name=tasks.READ_PAYMENT,
    aliases=["ieum.shop.payments.jobs.read_payment"],
    pass_context=True,
    retry=RetryStrategy(max_attempts=5, exponential_wait=4),
)
async def read_payment(context: JobContext, order_id: str) -> None:
    """Read the payment that a webhook hinted at; `order_id` is the provider's."""
    await look_up.refresh(*_tools(context), order_id)


@app.periodic(cron="* * * * *")
@app.task(
    name="checkout.reconcile",
    aliases=["ieum.shop.payments.jobs.reconcile"],
    pass_context=True,
    lock="reconcile",
)
async def reconcile(context: JobContext, timestamp: int) -> None:
    """Settle open attempts one by one, so that one failure does not stop the others."""
    del timestamp
    async with tool(context, Database).connection() as conn:
        unsettled = await queries.list_unsettled(
            conn, older_than_seconds=OLDER_THAN_SECONDS, deposits_seconds=DEPOSITS_SECONDS
        )
    for payment in unsettled:
        try:
            await look_up.settle(*_tools(context), payment)
        except Exception:
            log.exception("payment %s of order %s could not be settled", payment.id, payment.order_id)


@app.periodic(cron="* * * * *")
@app.task(
    name="checkout.expire_deposits",
    aliases=["ieum.shop.payments.jobs.expire_deposits"],
    pass_context=True,
    lock="expire_deposits",
)
async def expire_deposits(context: JobContext, timestamp: int) -> None:
    """Close virtual accounts that nobody paid into in time at the provider, then expire their orders here."""
    del timestamp
    await deposits.expire_lapsed(tool(context, Database), tool(context, Provider))


@app.task(
    name=CHARGE_RENEWAL,
    aliases=["ieum.shop.subscriptions.jobs.charge_renewal"],
    pass_context=True,
    retry=RetryStrategy(max_attempts=5, exponential_wait=6),
)
async def charge_renewal(context: JobContext, order_id: str) -> None:
    """Charge a renewal to its card; late or repeated runs charge only what is still due."""
    await charge_on_file.charge(*_tools(context), order_id)


def _tools(context: JobContext) -> tuple[Database, Provider, Sealer]:
    return tool(context, Database), tool(context, Provider), tool(context, Sealer)
