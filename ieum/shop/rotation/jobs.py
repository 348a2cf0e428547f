"""Jobs that change addresses by the clock or after a silence, and give back those that ran on for a while."""

from ieum.shop.kernel.db import Database, in_batches
from ieum.shop.kernel.queue import job
from ieum.shop.rotation import service

BATCH = 100


# Six fields: every few seconds. A timer of a minute has a jitter of twelve, so that nobody sees the difference.
@job("rotation.change_due", cron="* * * * * */5", lock="rotation.change_due")
async def change_due(db: Database) -> None:
    while await service.change_due(db, limit=BATCH) == BATCH:
        pass


@job("rotation.change_silent", cron="* * * * * */15", lock="rotation.change_silent")
async def change_silent(db: Database) -> None:
    while await service.change_silent(db, limit=BATCH) == BATCH:
        pass


@job("rotation.end_tails", cron="* * * * * */15", lock="rotation.end_tails")
async def end_tails(db: Database) -> None:
    await in_batches(db, service.end_due_tails, size=BATCH)
