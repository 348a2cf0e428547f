"""When the books are looked at."""

from datetime import UTC, datetime, timedelta

from procrastinate import JobContext, RetryStrategy

from ieum.shop.books import service
from ieum.shop.jobs import app, tools_of
from ieum.shop.seoul import SEOUL

_PATIENCE = RetryStrategy(max_attempts=5, exponential_wait=6)


@app.periodic(cron="*/10 * * * *")
@app.task(pass_context=True, lock="compare_with_provider")
async def compare_with_provider(context: JobContext, timestamp: int) -> None:
    """The next run is the retry of one that could not ask."""
    del timestamp
    tools = tools_of(context)
    await service.compare_with_provider(tools.db, tools.provider, tools.sealer)


# At half past four in Seoul: yesterday is over there, and nobody buys.
@app.periodic(cron="30 19 * * *")
@app.task(pass_context=True, lock="check_books", retry=_PATIENCE)
async def check_books(context: JobContext, timestamp: int) -> None:
    tools = tools_of(context)
    await service.check_ledger(tools.db)
    day = datetime.fromtimestamp(timestamp, UTC).astimezone(SEOUL).date() - timedelta(days=1)
    await service.check_day(tools.db, tools.provider, day)
