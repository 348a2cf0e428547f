"""What was uploaded and never sent is gone after a day, and so is the count of uploads."""

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of
from ieum.shop.support import service

# With 10 MB each, so many are deleted in a moment.
BATCH = 200


@app.periodic(cron="10 * * * *")
@app.task(pass_context=True, lock="forget_unused_images")
async def forget_unused_images(context: JobContext, timestamp: int) -> None:
    """Every hour; a run that was cut short goes on with the next."""
    del timestamp
    for forget in (service.forget_unused, service.forget_uploads):
        deleted = BATCH
        while deleted == BATCH:
            async with tools_of(context).db.transaction() as conn:
                deleted = await forget(conn, limit=BATCH)
