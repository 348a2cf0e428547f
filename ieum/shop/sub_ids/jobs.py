"""Jobs that stop serving sub-ids whose last day has passed, tell their owners, and delete old links."""

import logging

from psycopg import Error

from ieum.shop.kernel.db import Database, in_batches
from ieum.shop.kernel.outages import is_out_of_order
from ieum.shop.kernel.queue import job
from ieum.shop.sub_ids import endings, link_queries, queries, service

log = logging.getLogger(__name__)
BATCH = 100


# Ten seconds after each minute began, so that the devices of a last day go soon after its midnight.
@job("sub_ids.end_over", cron="* * * * * 10", lock="sub_ids.end_over")
async def end_over(db: Database) -> None:
    async with db.connection() as conn:
        due = await queries.list_served_after_end(conn, limit=BATCH)
    for owner, sub_id in due:
        try:
            async with db.transaction() as conn:
                await service.end_over(conn, owner, sub_id)
        except Error as error:
            if is_out_of_order(error):
                raise
            # One that fails must not hold up the others; it is tried again a minute later.
            log.exception("the devices of sub-id %d", sub_id)


@job("sub_ids.tell_ends", cron="*/10 * * * *", lock="sub_ids.tell_ends")
async def tell_ends(db: Database) -> None:
    """Tell owners of sub-ids that end within a week, again within a day, and at the end, each once."""
    await in_batches(db, endings.tell, size=500)


@job("sub_ids.delete_old_links", cron="23 4 * * *", lock="sub_ids.delete_old_links")
async def delete_old_links(db: Database) -> None:
    await in_batches(db, link_queries.delete_old, size=BATCH)
