"""The jobs that reconcile payments every ten minutes and the whole shop once a night."""

from datetime import UTC, datetime, timedelta

from procrastinate import JobContext, RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.payments.provider import Provider
from ieum.shop.reconciliation import service


@app.periodic(cron="*/10 * * * *")
@app.task(
    name="reconciliation.compare_with_provider",
    aliases=["ieum.shop.books.jobs.compare_with_provider"],
    pass_context=True,
    lock="compare_with_provider",
)
async def compare_with_provider(context: JobContext, timestamp: int) -> None:
    """Needs no retry where the provider cannot be reached: the next run covers the same days."""
    del timestamp
    await service.compare_with_provider(
        tool(context, Database), tool(context, Provider), tool(context, Sealer)
    )


# At half past four in Seoul, when yesterday is over and hardly anybody buys.
@app.periodic(cron="30 19 * * *")
@app.task(
    name="reconciliation.check_books",
    aliases=["ieum.shop.books.jobs.check_books"],
    pass_context=True,
    lock="check_books",
    retry=RetryStrategy(max_attempts=5, exponential_wait=6),
)
async def check_books(context: JobContext, timestamp: int) -> None:
    await service.check_ledger(tool(context, Database))
    day = datetime.fromtimestamp(timestamp, UTC).astimezone(SEOUL).date() - timedelta(days=1)
    await service.check_day(tool(context, Database), tool(context, Provider), day)
