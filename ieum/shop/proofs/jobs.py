"""Jobs that have exit addresses proven and looked up."""

from ieum.shop.kernel.db import Connection, Database, in_batches
from ieum.shop.kernel.queue import job
from ieum.shop.proofs import queries, reputation, service
from ieum.shop.proofs.block_lists import ReputationSources


@job(service.LOOK_UP, cron="* * * * *", lock="proofs.look_up_addresses")
async def look_up_addresses(db: Database, sources: ReputationSources) -> None:
    await reputation.look_up_due(db, sources)


@job("proofs.watch_proofs", cron="17 * * * *", lock="proofs.watch_proofs")
async def watch_proofs(db: Database) -> None:
    async with db.transaction() as conn:
        await service.watch_overdue(conn)


@job(
    "proofs.forget_evidence",
    cron="41 4 * * *",
    lock="proofs.forget_evidence",
)
async def forget_evidence(db: Database) -> None:
    async def step(conn: Connection, *, limit: int) -> int:
        return await queries.forget_evidence(conn, days=service.EVIDENCE_DAYS, limit=limit)

    await in_batches(db, step, size=1000)
