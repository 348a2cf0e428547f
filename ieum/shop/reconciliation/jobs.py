"""The jobs that reconcile payments every ten minutes, and the whole shop once a night or, if that was missed, later."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

from procrastinate import RetryStrategy

from ieum.shop.kernel import daily
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
    cron="*/10 * * * *",
    lock="compare_with_provider",
)
async def compare_with_provider(db: Database, provider: Provider, sealer: Sealer) -> None:
    """Needs no retry where the provider cannot be reached: the next run covers the same days."""
    await service.compare_with_provider(db, provider, sealer)
    # Several pages of payments were held, and the process is small otherwise.
    give_back()


# At half past four in Seoul yesterday is over, and hardly anybody buys.
CHECKED_FROM = timedelta(hours=4, minutes=30)
CHECK_BOOKS, CHECK_LEDGER = "reconciliation.check_books", "reconciliation.check_ledger"


@job(
    CHECK_BOOKS,
    cron="30 * * * *",
    lock="check_books",
    retry=RetryStrategy(max_attempts=5, exponential_wait=6),
)
async def check_books(db: Database, provider: Provider) -> None:
    await check_books_until(db, provider, datetime.now(UTC))


async def check_books_until(db: Database, provider: Provider, now: datetime) -> None:
    """Check our tables once a day as they stand, and compare each day that is over and not compared yet."""
    today = (now.astimezone(SEOUL) - CHECKED_FROM).date()

    async def look_at_ledger(day: date) -> daily.Write:
        return partial(service.note_ledger, day=day)

    async def look_at_day(day: date) -> daily.Write:
        return partial(service.note_day, day=day, totals=await service.sum_day(db, provider, day))

    await daily.catch_up(db, CHECK_LEDGER, look_at_ledger, last=today, most=1)
    await daily.catch_up(db, CHECK_BOOKS, look_at_day, last=today - timedelta(days=1))


@job("reconciliation.watch_backups", cron="*/10 * * * *", lock="watch_backups")
async def watch_backups(db: Database, settings: Settings) -> None:
    async with db.transaction() as conn:
        await backups.watch(conn, now=datetime.now(UTC), is_production=settings.production)
