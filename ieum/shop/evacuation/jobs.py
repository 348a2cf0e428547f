"""Jobs that bring moves on, tell members of them, and look for room for those who found none."""

from ieum.shop.evacuation import notices, queries, service
from ieum.shop.evacuation.tasks import PLAN
from ieum.shop.evacuation.types import MoveId
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job

BATCH = 100


@job("evacuation.go_on", cron="* * * * * */5", lock="evacuation.go_on")
async def go_on(db: Database) -> None:
    after: MoveId | None = MoveId(0)
    while after is not None:
        after = await service.go_on(db, after=after, limit=BATCH)


@job("evacuation.tell", cron="* * * * *", lock="evacuation.tell")
async def tell(db: Database) -> None:
    while await notices.tell_offered(db) == notices.AT_ONCE:
        pass


@job(PLAN, cron="*/10 * * * *", lock=PLAN)
async def plan(db: Database) -> None:
    """Take up what broke off, find room where there was none, and close what is done."""
    async with db.connection() as conn:
        under_way = await queries.list_open(conn)
    for evacuation in under_way:
        await service.plan(db, evacuation)
        async with db.transaction() as conn:
            await queries.close_empty(conn, evacuation.id)
