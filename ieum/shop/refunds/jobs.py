"""Jobs that have the provider return refunded money, and retry refunds that are not done."""

import logging

from procrastinate import JobContext, RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.payments.provider import Provider
from ieum.shop.refunds import queries, returning, tasks
from ieum.shop.refunds.types import RefundId

log = logging.getLogger(__name__)

BATCH = 200


@app.task(
    name=tasks.RETURN_MONEY,
    aliases=["ieum.shop.orders.refunding.jobs.return_money"],
    pass_context=True,
    retry=RetryStrategy(max_attempts=4, exponential_wait=4),
)
async def return_money(context: JobContext, refund: int) -> None:
    """Return the money of one refund. Late, repeated or parallel runs return it once."""
    await returning.return_money(
        tool(context, Database), tool(context, Provider), tool(context, Sealer), RefundId(refund)
    )


@app.periodic(cron="* * * * *")
@app.task(
    name="refunds.heal_refunds",
    aliases=["ieum.shop.orders.refunding.jobs.heal_refunds"],
    pass_context=True,
    lock="heal_refunds",
)
async def heal_refunds(context: JobContext, timestamp: int) -> None:
    """Retry open refunds one by one, so that one failure does not stop the others."""
    del timestamp
    async with tool(context, Database).connection() as conn:
        open_refunds = await queries.list_open(conn, limit=BATCH)
    for refund in open_refunds:
        try:
            await returning.return_money(
                tool(context, Database), tool(context, Provider), tool(context, Sealer), refund.id
            )
        except returning.RefundUnsettledError as error:
            log.warning("%s", error)
        except Exception:
            log.exception("retrying the refund of order %s failed", refund.order_id)
