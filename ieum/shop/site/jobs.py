"""Periodic jobs on visits and on errors of browsers."""

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.site import queries, service


@job("site.make_months", cron="17 * * * *", lock="visit_months")
async def make_months(db: Database) -> None:
    async with db.transaction() as conn:
        await service.make_months(conn)


@job("site.total_visits", cron="7 * * * *", lock="visit_months")
async def total_visits(db: Database) -> None:
    """Total the days that are over, then drop old months, which need their totals first.

    It runs every hour, so that a worker that was down at midnight catches up soon.
    """
    await service.total_visits(db)
    async with db.transaction() as conn:
        await service.forget_visits(conn)


@job("site.forget_errors", cron="27 3 * * *")
async def forget_errors(db: Database) -> None:
    async with db.transaction() as conn:
        await queries.delete_old_errors(conn, days=90)
