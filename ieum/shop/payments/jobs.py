"""What heals payments: every open one is looked at until it is settled."""

import logging

from procrastinate import JobContext, RetryStrategy

from ieum.shop.jobs import app, tools_of
from ieum.shop.payments import queries
from ieum.shop.payments.types import PaymentId

log = logging.getLogger(__name__)


@app.task(pass_context=True, retry=RetryStrategy(max_attempts=5, exponential_wait=3))
async def settle_payment(context: JobContext, payment: int) -> None:
    """Late or repeated, it reads the truth when it runs."""
    from ieum.shop.payments import service  # noqa: PLC0415 - the service queues these jobs

    tools = tools_of(context)
    async with tools.db.connection() as conn:
        found = await queries.get(conn, PaymentId(payment))
    if found.state == "confirming":
        await service.settle(tools.db, tools.provider, found)


@app.task(pass_context=True, retry=RetryStrategy(max_attempts=5, exponential_wait=4))
async def read_payment(context: JobContext, order_id: str) -> None:
    """A webhook hinted at this order."""
    from ieum.shop.payments import service  # noqa: PLC0415 - the service queues these jobs

    tools = tools_of(context)
    await service.learn(tools.db, tools.provider, order_id)


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="reconcile")
async def reconcile(context: JobContext, timestamp: int) -> None:
    """Everything unsettled, one by one: one that fails does not stop the others."""
    from ieum.shop.payments import service  # noqa: PLC0415 - the service queues these jobs

    del timestamp
    tools = tools_of(context)
    async with tools.db.connection() as conn:
        unsettled = await queries.list_unsettled(conn, older_than_seconds=service.SETTLE_SECONDS)
    for payment in unsettled:
        try:
            await service.settle(tools.db, tools.provider, payment)
        except Exception:
            log.exception("payment %s of order %s could not be settled", payment.id, payment.order_id)
