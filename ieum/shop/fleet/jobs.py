"""Jobs that watch gateways and exit addresses."""

from ieum.shop.fleet import desired, holds, proof_queries, proofs, reputation, rests, states
from ieum.shop.fleet.block_lists import ReputationSources
from ieum.shop.kernel.db import Connection, Database, in_batches
from ieum.shop.kernel.queue import job


@job(proofs.GIVE_UP_HOLDS, cron="* * * * *", lock="fleet.give_up_holds")
async def give_up_holds(db: Database) -> None:
    """Give orders other addresses for those that are not sold any more, each in a transaction of its own."""
    async with db.connection() as conn:
        orders = await holds.list_orders_holding_unsold(conn)
    for order in orders:
        async with db.transaction() as conn:
            await holds.replace_unsold_holds(conn, order)


@job(proofs.LOOK_UP, cron="* * * * *", lock="fleet.look_up_addresses")
async def look_up_addresses(db: Database, sources: ReputationSources) -> None:
    await reputation.look_up_due(db, sources)


@job("fleet.end_needless_rests", cron="* * * * *", lock="fleet.end_needless_rests")
async def end_needless_rests(db: Database) -> None:
    async with db.transaction() as conn:
        await rests.end_needless(conn, limit=500)


@job("fleet.tell_connections", cron="23 * * * *", lock="fleet.tell_connections")
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


@job("fleet.watch_proofs", cron="17 * * * *", lock="fleet.watch_proofs")
async def watch_proofs(db: Database) -> None:
    async with db.transaction() as conn:
        await proofs.watch_overdue(conn)


@job("fleet.forget_evidence", cron="41 4 * * *", lock="fleet.forget_evidence")
async def forget_evidence(db: Database) -> None:
    async def step(conn: Connection, *, limit: int) -> int:
        return await proof_queries.forget_evidence(conn, days=proofs.EVIDENCE_DAYS, limit=limit)

    await in_batches(db, step, size=1000)


@job("fleet.watch_gateways", cron="* * * * *", lock="fleet.watch_gateways")
async def watch_gateways(db: Database) -> None:
    await states.watch(db)
