"""The jobs that reconcile payments every ten minutes and the whole shop once a night."""

from datetime import UTC, datetime, timedelta

from procrastinate import RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.memory import give_back
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings
from ieum.shop.payments.provider import Provider
from ieum.shop.reconciliation import backups, service


@job(
    "reconciliation.compare_with_provider",
    formerly="ieum.shop.books.jobs.compare_with_provider",
    cron="*/10 * * * *",
    lock="compare_with_provider",
)
async def compare_with_provider(db: Database, provider: Provider, sealer: Sealer) -> None:
    """Needs no retry where the provider cannot be reached: the next run covers the same days."""
    await service.compare_with_provider(db, provider, sealer)
    # Several pages of payments were held, and the process is small otherwise.
    give_back()


# At half past four in Seoul, when yesterday is over and hardly anybody buys.
@job(
    "reconciliation.check_books",
    formerly="ieum.shop.books.jobs.check_books",
    cron="30 19 * * *",
    lock="check_books",
    retry=RetryStrategy(max_attempts=5, exponential_wait=6),
)
async def check_books(db: Database, provider: Provider, *, timestamp: int) -> None:
    await service.check_ledger(db)
    day = datetime.fromtimestamp(timestamp, UTC).astimezone(SEOUL).date() - timedelta(days=1)
    await service.check_day(db, provider, day)


@job("reconciliation.watch_backups", cron="*/10 * * * *", lock="watch_backups")
async def watch_backups(db: Database, settings: Settings) -> None:
    async with db.transaction() as conn:
        await backups.watch(conn, now=datetime.now(UTC), is_production=settings.production)
