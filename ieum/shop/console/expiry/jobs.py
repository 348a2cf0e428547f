"""The job that ends what nobody answered within a week."""

import logging

from ieum.shop.console.actions import ACTIONS
from ieum.shop.desk import gifts, looking, presses
from ieum.shop.desk.approvals import queries, service
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job

log = logging.getLogger(__name__)


@job("console.expire_requests", cron="*/10 * * * *", lock="console.expire_requests")
async def expire_requests(db: Database) -> None:
    """Each in a transaction of its own, so that one which cannot be ended holds up no other. Deletes old keys, too."""
    async with db.connection() as conn:
        expired = await queries.list_expired(conn)
    for approval in expired:
        try:
            async with db.transaction() as conn:
                await service.expire_request(conn, approval, ACTIONS)
        except Exception:
            log.exception("wish %d of the console cannot be ended", approval)
    async with db.transaction() as conn:
        await presses.delete_old(conn)
        await gifts.delete_old(conn)
        await looking.delete_old(conn)
