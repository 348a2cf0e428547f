"""When the books are looked at."""

from datetime import UTC, datetime, timedelta

from procrastinate import JobContext, RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.payments.provider import Provider
from ieum.shop.reconciliation import service

_PATIENCE = RetryStrategy(max_attempts=5, exponential_wait=6)


@app.periodic(cron="*/10 * * * *")
@app.task(
    name="reconciliation.compare_with_provider",
    aliases=["ieum.shop.books.jobs.compare_with_provider"],
    pass_context=True,
    lock="compare_with_provider",
)
async def compare_with_provider(context: JobContext, timestamp: int) -> None:
    """The next run is the retry of one that could not ask."""
    del timestamp
    await service.compare_with_provider(
        tool(context, Database), tool(context, Provider), tool(context, Sealer)
    )


# At half past four in Seoul: yesterday is over there, and nobody buys.
@app.periodic(cron="30 19 * * *")
@app.task(
    name="reconciliation.check_books",
    aliases=["ieum.shop.books.jobs.check_books"],
    pass_context=True,
    lock="check_books",
    retry=_PATIENCE,
)
async def check_books(context: JobContext, timestamp: int) -> None:
    await service.check_ledger(tool(context, Database))
    day = datetime.fromtimestamp(timestamp, UTC).astimezone(SEOUL).date() - timedelta(days=1)
    await service.check_day(tool(context, Database), tool(context, Provider), day)
