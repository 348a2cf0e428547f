"""The job that tells members of an address with which something is wrong."""

from ieum.shop.ip_change import offers
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job


@job("ip_change.tell_holders", cron="* * * * *", lock="ip_change.tell_holders")
async def tell_holders(db: Database) -> None:
    while await offers.tell_holders(db) == offers.AT_ONCE:
        pass
