"""The job that counts the pools."""

from ieum.shop.address_desk import pools
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job


@job(pools.COUNT_POOLS, cron="*/5 * * * *", lock=pools.COUNT_POOLS)
async def count_pools(db: Database) -> None:
    async with db.transaction() as conn:
        await pools.count(conn)
