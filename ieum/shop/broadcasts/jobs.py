"""The job that writes notices to many members into the outbox."""

from ieum.shop.broadcasts import queries, rules, tasks
from ieum.shop.broadcasts.types import BroadcastId
from ieum.shop.kernel.db import Connection, Database, in_batches
from ieum.shop.kernel.queue import job
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.queries import Letter

# Letters of one transaction: stopping waits for one such batch.
BATCH = 200


@job(tasks.WRITE, cron="*/5 * * * *", lock="broadcasts")
async def write_broadcasts(db: Database) -> None:
    """Go on with each where it stands; the clock finds those whose worker ended meanwhile."""
    async with db.connection() as conn:
        waiting = await queries.list_unwritten(conn)
    for broadcast in waiting:

        async def step(conn: Connection, *, limit: int, broadcast: BroadcastId = broadcast) -> int:
            return await write_some(conn, broadcast, limit=limit)

        await in_batches(db, step, size=BATCH)


async def write_some(conn: Connection, broadcast: BroadcastId, *, limit: int) -> int:
    """Write to the next few, and return how many; the last batch, which is not full, ends it.

    The row is locked, so that a press on “stop” finds all that were written, and nothing is written after it.
    """
    found = await queries.find(conn, broadcast, holds=True)
    if found is None or found.state != "writing":
        return 0
    turn = await queries.list_next(conn, found, limit=limit)
    letters = [
        Letter(
            found.channel,
            recipient.to,
            found.subject,
            found.body,
            rules.reference(broadcast, recipient.member),
            recipient.member,
        )
        for recipient in turn
        if recipient.to
    ]
    await messaging.send_all(conn, letters, after_others=True)
    await queries.mark_written(conn, broadcast, [recipient.member for recipient in turn])
    if len(turn) < limit:
        await queries.set_state(conn, broadcast, "done")
    return len(turn)
