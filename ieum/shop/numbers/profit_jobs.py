"""The job that keeps what each address earned."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.numbers import profits, queries
from ieum.shop.numbers.definitions import FIGURES

# A new shop, or one that has just got this, has a year counted; then a refund may change the last month still.
WHOLE, RECENT = 12, 2


# At five past three in Seoul, before all figures are counted.
@job(profits.KEEP_PROFITS, cron="5 18 * * *", lock="numbers.keep")
async def keep_profits(db: Database) -> None:
    await keep_missed(db, datetime.now(seoul.SEOUL))


async def keep_missed(db: Database, now: datetime) -> None:
    """The last months, and those that were not counted to their end because no worker ran in the nights after."""
    async with db.connection() as conn:
        newest = await profits.find_newest(conn)
    today = now.astimezone(seoul.SEOUL)
    missed = WHOLE if newest is None else 12 * (today.year - newest.year) + today.month - newest.month
    await keep_months(db, now, months=min(missed + RECENT, WHOLE))


async def keep_months(db: Database, now: datetime, *, months: int) -> None:
    """The present month and those before, each in a transaction of its own; then the sums of their pools."""
    month = now.astimezone(seoul.SEOUL).date().replace(day=1)
    for _ in range(months):
        async with db.transaction() as conn:
            await profits.keep(conn, month, now)
            await queries.keep(conn, FIGURES["profit"], month, profits.month_after(month))
        month = profits.month_before(month)
