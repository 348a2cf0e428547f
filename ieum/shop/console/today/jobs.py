"""Notes that the shop has opened."""

from ieum.shop.console.today import opening, queries
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job


@job("console.note_opening", cron="*/10 * * * *", lock="console.note_opening")
async def note_opening(db: Database) -> None:
    """From then on the first screen, which every desk asks for all day, no longer looks for what is missing."""
    async with db.transaction() as conn:
        if not await queries.has_opened(conn) and not await opening.list_steps(conn):
            await queries.note_opened(conn)
