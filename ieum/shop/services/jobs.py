"""The job that closes services whose period is over."""

from ieum.shop.kernel.db import Database, in_batches
from ieum.shop.kernel.queue import job
from ieum.shop.services import service


@job("services.expire_services", cron="* * * * *", lock="expire_services")
async def expire_services(db: Database) -> None:
    """Close services in batches, each in a transaction of its own, so that a failure undoes one batch only."""
    await in_batches(db, service.expire_due, size=100)
