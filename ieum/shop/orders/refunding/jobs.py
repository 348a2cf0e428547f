"""What brings the money back, and what heals that."""

import logging

from procrastinate import JobContext, RetryStrategy

from ieum.shop.jobs import app, tools_of
from ieum.shop.orders.refunding import queries
from ieum.shop.orders.refunding.types import RefundId

log = logging.getLogger(__name__)

BATCH = 200


@app.task(pass_context=True, retry=RetryStrategy(max_attempts=4, exponential_wait=4))
async def return_money(context: JobContext, refund: int) -> None:
    """Late, repeated or beside another, it gives nothing back twice."""
    from ieum.shop.orders.refunding import returning  # noqa: PLC0415 - what it calls queues these jobs

    tools = tools_of(context)
    await returning.return_money(tools.db, tools.provider, tools.sealer, RefundId(refund))


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="heal_refunds")
async def heal_refunds(context: JobContext, timestamp: int) -> None:
    """Every refund that hangs, one by one: one that fails does not stop the others."""
    from ieum.shop.orders.refunding import returning  # noqa: PLC0415 - what it calls queues these jobs

    del timestamp
    tools = tools_of(context)
    async with tools.db.connection() as conn:
        open_ones = await queries.list_open(conn, limit=BATCH)
    for refund in open_ones:
        try:
            await returning.return_money(tools.db, tools.provider, tools.sealer, refund.id)
        except returning.RefundUnsettledError as still:
            log.warning("%s", still)
        except Exception:
            log.exception("the refund of order %s could not be looked after", refund.order_id)
