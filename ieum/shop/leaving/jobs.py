"""The daily job that destroys records whose retention period is over."""

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.leaving import service


@job(
    "leaving.destroy_due_records",
    cron="30 18 * * *",
    lock="destroy_due_records",
)
async def destroy_due_records(db: Database) -> None:
    """Runs once a day, at half past three in Seoul."""
    await service.destroy_due(db)
