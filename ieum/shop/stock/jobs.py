"""Jobs that look after exit addresses and the holds on them."""

from ieum.shop.gateways import states
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.stock import holds, rests


@job(states.GIVE_UP_HOLDS, cron="* * * * *", lock="stock.give_up_holds")
async def give_up_holds(db: Database) -> None:
    """Give orders other addresses for those that are not sold any more, each in a transaction of its own."""
    async with db.connection() as conn:
        orders = await holds.list_orders_holding_unsold(conn)
    for order in orders:
        async with db.transaction() as conn:
            await holds.replace_unsold_holds(conn, order)


@job(
    "stock.end_needless_rests",
    cron="* * * * *",
    lock="stock.end_needless_rests",
)
async def end_needless_rests(db: Database) -> None:
    async with db.transaction() as conn:
        await rests.end_needless(conn, limit=500)
