"""The job that settles changes whose request did not wait long enough."""

from ieum.shop.ip_change import service
from ieum.shop.ip_change.types import ChangeId
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job

BATCH = 100


# Six fields: every few seconds, because the page shows what it says.
@job("ip_change.settle_due", cron="* * * * * */5", lock="ip_change.settle_due")
async def settle_due(db: Database) -> None:
    after: ChangeId | None = ChangeId(0)
    while after is not None:
        after = await service.settle_due(db, after=after, limit=BATCH)
