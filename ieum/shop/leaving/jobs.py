"""Records whose retention is over."""

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
    """Once a day, while Seoul sleeps."""
    del timestamp
    await service.destroy_due(tool(context, Database))
