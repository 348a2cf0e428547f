"""Periodic jobs on visits and on errors of browsers."""

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.site import service


@app.periodic(cron="17 * * * *")
@app.task(
    name="site.make_months",
    aliases=["ieum.shop.site.jobs.make_months"],
    pass_context=True,
    lock="visit_months",
)
async def make_months(context: JobContext, timestamp: int) -> None:
    del timestamp
    async with tool(context, Database).transaction() as conn:
        await service.make_months(conn)


@app.periodic(cron="7 * * * *")
@app.task(
    name="site.total_visits",
    aliases=["ieum.shop.site.jobs.total_visits"],
    pass_context=True,
    lock="visit_months",
)
async def total_visits(context: JobContext, timestamp: int) -> None:
    """Total the days that are over, then drop old months, which need their totals first.

    It runs every hour, so that a worker that was down at midnight catches up soon.
    """
    del timestamp
    db = tool(context, Database)
    await service.total_visits(db)
    async with db.transaction() as conn:
        await service.forget_visits(conn)


@app.periodic(cron="27 3 * * *")
@app.task(name="site.forget_errors", aliases=["ieum.shop.site.jobs.forget_errors"], pass_context=True)
async def forget_errors(context: JobContext, timestamp: int) -> None:
    del timestamp
    async with tool(context, Database).transaction() as conn:
        await service.forget_errors(conn)
