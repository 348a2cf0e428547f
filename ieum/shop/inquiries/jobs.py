"""The hourly job that deletes images which were uploaded and never sent, and old counts of uploads."""

from datetime import UTC, datetime, timedelta
from functools import partial

from ieum.shop.inquiries import image_queries
from ieum.shop.kernel.db import Database, in_batches
from ieum.shop.kernel.queue import job

RETENTION = timedelta(days=1)
# At up to 10 MB each, this many images are still deleted in a moment.
BATCH = 200


@job(
    "inquiries.forget_unused_images",
    cron="10 * * * *",
    lock="forget_unused_images",
)
async def forget_unused_images(db: Database) -> None:
    """Each batch is a transaction of its own, so the next run continues where an interrupted one stopped."""
    before = datetime.now(UTC) - RETENTION
    for delete in (image_queries.delete_unused, image_queries.delete_uploads):
        await in_batches(db, partial(delete, before=before), size=BATCH)
