"""The daily job that destroys records whose retention period is over."""

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.leaving import service


@app.periodic(cron="30 18 * * *")
@app.task(
    name="leaving.destroy_due_records",
    aliases=["ieum.shop.members.profile.jobs.destroy_due_records"],
    pass_context=True,
    lock="destroy_due_records",
)
async def destroy_due_records(context: JobContext, timestamp: int) -> None:
    """Runs once a day, at half past three in Seoul."""
    del timestamp
    await service.destroy_due(tool(context, Database))
