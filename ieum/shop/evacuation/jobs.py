"""Jobs that bring moves on, tell members of them, and look for room for those who found none."""

from ieum.shop.evacuation import notices, queries, service
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job


@job("evacuation.go_on", cron="* * * * * */5", lock="evacuation.go_on")
async def go_on(db: Database) -> None:
    while await service.go_on(db, limit=service.AT_ONCE) == service.AT_ONCE:
        pass


@job("evacuation.tell", cron="* * * * *", lock="evacuation.tell")
async def tell(db: Database) -> None:
    while await notices.tell_offered(db) == notices.AT_ONCE:
        pass


@job("evacuation.plan", cron="*/10 * * * *", lock="evacuation.plan")
async def plan(db: Database) -> None:
    """Take up what broke off, find room where there was none, and close what is done."""
    async with db.connection() as conn:
        under_way = await queries.list_open(conn)
    for evacuation in under_way:
        await service.plan(db, evacuation)
        async with db.transaction() as conn:
            await queries.close_empty(conn, evacuation.id)
