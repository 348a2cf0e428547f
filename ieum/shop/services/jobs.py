"""The job that closes services whose period is over."""

from ieum.shop.kernel.db import Database, in_batches
from ieum.shop.kernel.queue import job
from ieum.shop.services import endings, service


@job("services.expire_services", cron="* * * * *", lock="expire_services")
async def expire_services(db: Database) -> None:
    """Close services in batches, each in a transaction of its own, so that a failure undoes one batch only.

    Then remove the devices of those that were over for 14 days.
    """
    await in_batches(db, service.expire_due, size=100)
    await in_batches(db, service.end_waits, size=100)


@job("services.tell_ends", cron="*/10 * * * *", lock="services.tell_ends")
async def tell_ends(db: Database) -> None:
    """Tell members of services that end within a week, and again within a day, each once."""
    await in_batches(db, endings.tell_coming, size=500)
