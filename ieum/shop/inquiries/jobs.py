"""The hourly job that deletes images which were uploaded and never sent, and old counts of uploads."""

from datetime import UTC, datetime, timedelta

from procrastinate import JobContext

from ieum.shop.inquiries import image_queries
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool

RETENTION = timedelta(days=1)
# At up to 10 MB each, this many images are still deleted in a moment.
BATCH = 200


@app.periodic(cron="10 * * * *")
@app.task(
    name="inquiries.forget_unused_images",
    aliases=["ieum.shop.support.jobs.forget_unused_images"],
    pass_context=True,
    lock="forget_unused_images",
)
async def forget_unused_images(context: JobContext, timestamp: int) -> None:
    """Each batch is a transaction of its own, so the next run continues where an interrupted one stopped."""
    del timestamp
    before = datetime.now(UTC) - RETENTION
    for delete in (image_queries.delete_unused, image_queries.delete_uploads):
        deleted = BATCH
        while deleted == BATCH:
            async with tool(context, Database).transaction() as conn:
                deleted = await delete(conn, before=before, limit=BATCH)
