"""What was uploaded and never sent is gone after a day, and so is the count of uploads."""

from procrastinate import JobContext

from ieum.shop.inquiries import service
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool

# With 10 MB each, so many are deleted in a moment.
BATCH = 200


@app.periodic(cron="10 * * * *")
@app.task(
    name="inquiries.forget_unused_images",
    aliases=["ieum.shop.support.jobs.forget_unused_images"],
    pass_context=True,
    lock="forget_unused_images",
)
async def forget_unused_images(context: JobContext, timestamp: int) -> None:
    """Every hour; a run that was cut short goes on with the next."""
    del timestamp
    for forget in (service.forget_unused, service.forget_uploads):
        deleted = BATCH
        while deleted == BATCH:
            async with tool(context, Database).transaction() as conn:
                deleted = await forget(conn, limit=BATCH)
