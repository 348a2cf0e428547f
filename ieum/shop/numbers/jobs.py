"""The jobs that keep the figures."""

from datetime import date, timedelta

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.queue import job
from ieum.shop.numbers import holidays, queries, touches
from ieum.shop.numbers.definitions import FIGURES

# An order may be refunded for a year after it was paid, and its sale then falls on the day of payment.
WHOLE = 400
RECENT = 2


@job("numbers.keep_sales", cron="*/5 * * * *", lock="numbers.keep")
async def keep_sales(db: Database) -> None:
    """Sales alone, more often: whoever has just sold something looks for it."""
    async with db.transaction() as conn:
        await keep_latest_sales(conn, queries.today())


async def keep_latest_sales(conn: Connection, today: date) -> None:
    days = WHOLE if await queries.is_empty(conn, "sales") else RECENT
    await queries.keep(conn, FIGURES["sales"], today - timedelta(days=days), today + timedelta(days=1))


@job("numbers.keep_numbers", cron="7 * * * *", lock="numbers.keep")
async def keep_numbers(db: Database) -> None:
    """The last days and what stands now; a new shop, or one that has just got this, has all days counted."""
    async with db.connection() as conn:
        # Every shop has one of these from the first run on, be it of nothing.
        days = WHOLE if await queries.is_empty(conn, "mrr") else RECENT
    await keep(db, queries.today(), days=days)


# At twenty past three in Seoul.
@job("numbers.keep_all_numbers", cron="20 18 * * *", lock="numbers.keep")
async def keep_all_numbers(db: Database) -> None:
    await keep(db, queries.today(), days=WHOLE)


async def keep(db: Database, today: date, *, days: int) -> None:
    """Each figure in a transaction of its own. What stood on a day that is over is not counted again.

    The calendar is asked where all days are counted: it changes with a new version or a new year.
    """
    if days == WHOLE:
        known = await holidays.around(today)
        async with db.transaction() as conn:
            await holidays.keep(conn, known)
    async with db.transaction() as conn:
        await touches.keep(conn, today - timedelta(days=days), today + timedelta(days=1))
        await touches.forget_rare(conn)
    for figure in FIGURES.values():
        first = today if figure.is_stand else today - timedelta(days=days)
        async with db.transaction() as conn:
            await queries.keep(conn, figure, first, today + timedelta(days=1))
