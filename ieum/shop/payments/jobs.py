"""The job that reminds buyers of open deposits."""

from ieum.shop.kernel.db import Database, in_batches
from ieum.shop.kernel.queue import job
from ieum.shop.payments import deposit_notices


@job("payments.remind_deposits", cron="* * * * *", lock="remind_deposits")
async def remind_deposits(db: Database) -> None:
    """Remind each buyer who has not paid in yet, once."""
    await in_batches(db, deposit_notices.remind_due, size=200)
