"""Periodic jobs on the record of use."""

from ieum.shop.kernel.db import Database, in_batches
from ieum.shop.kernel.queue import job
from ieum.shop.usage import months, service


@job("usage.end_silent", cron="* * * * *", lock="end_silent_sessions")
async def end_silent(db: Database) -> None:
    await in_batches(db, service.end_silent, size=500)


@job("usage.make_months", cron="23 * * * *", lock="usage_months")
async def make_months(db: Database) -> None:
    async with db.transaction() as conn:
        await months.make_months_ahead(conn)
