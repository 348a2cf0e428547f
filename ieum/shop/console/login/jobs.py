from ieum.shop.console.login import queries
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job


@job("console.delete_old_challenges", cron="17 * * * *")
async def delete_old_challenges(db: Database) -> None:
    async with db.connection() as conn:
        await queries.delete_old_challenges(conn)
