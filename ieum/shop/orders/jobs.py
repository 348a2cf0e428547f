"""The job that expires unpaid orders."""

from ieum.shop.kernel.db import Database, in_batches
from ieum.shop.kernel.queue import job
from ieum.shop.orders import service


@job("orders.expire_holds", cron="* * * * *", lock="expire_holds")
async def expire_holds(db: Database) -> None:
    """Expire overdue orders in batches, each in its own transaction, so that no long transaction holds many locks."""
    await in_batches(db, service.expire_overdue, size=200)
