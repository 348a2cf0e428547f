"""Jobs that have the provider return refunded money, retry refunds that are not done, and undo broken-off requests."""

import logging

from procrastinate import RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.payments.provider import Provider
from ieum.shop.refunds import queries, requesting, returning, tasks
from ieum.shop.refunds.types import RefundId

log = logging.getLogger(__name__)

BATCH = 200


@job(
    tasks.RETURN_MONEY,
    retry=RetryStrategy(max_attempts=4, exponential_wait=4),
)
async def return_money(db: Database, provider: Provider, sealer: Sealer, *, refund: int) -> None:
    """Return the money of one refund. Late, repeated or parallel runs return it once."""
    await returning.return_money(db, provider, sealer, RefundId(refund))


@job(tasks.RECONNECT, retry=RetryStrategy(max_attempts=10, exponential_wait=2))
async def reconnect(db: Database, *, order: str) -> None:
    """Connect again what a request for a refund disconnected, if a crash came before the refund."""
    async with db.transaction() as conn:
        await requesting.reconnect(conn, order)


@job(
    "refunds.heal_refunds",
    cron="* * * * *",
    lock="heal_refunds",
)
async def heal_refunds(db: Database, provider: Provider, sealer: Sealer) -> None:
    """Retry open refunds one by one, so that one failure does not stop the others."""
    async with db.connection() as conn:
        open_refunds = await queries.list_open(conn, limit=BATCH)
    for refund in open_refunds:
        try:
            await returning.return_money(db, provider, sealer, refund.id)
        except returning.RefundUnsettledError as error:
            log.warning("%s", error)
        except Exception:
            log.exception("retrying the refund of order %s failed", refund.order_id)
