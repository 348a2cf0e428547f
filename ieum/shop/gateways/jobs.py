"""Jobs that watch gateways."""

from ieum.shop.gateways import desired, states
from ieum.shop.kernel.db import Connection, Database, in_batches
from ieum.shop.kernel.queue import job


@job(
    "gateways.tell_connections",
    cron="23 * * * *",
    lock="gateways.tell_connections",
)
async def tell_connections(db: Database) -> None:
    """Tell gateways of services whose number of connections nothing else has told, each looked at once."""
    last = 0

    async def step(conn: Connection, *, limit: int) -> int:
        nonlocal last
        services = await desired.list_other_connections(conn, after=last, limit=limit)
        await desired.put_exits_of(conn, services)
        last = max(services, default=last)
        return len(services)

    await in_batches(db, step, size=500)


@job(
    "gateways.watch_gateways",
    cron="* * * * *",
    lock="gateways.watch_gateways",
)
async def watch_gateways(db: Database) -> None:
    await states.watch(db)
