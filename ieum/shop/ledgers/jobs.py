"""The job that takes expired tickets."""

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.ledgers import service


@job("ledgers.expire_tickets", cron="3 * * * *", lock="expire_tickets")
async def expire_tickets(db: Database) -> None:
    """Take expired tickets, one transaction per member. They cannot be used in the meantime either."""
    while True:
        async with db.transaction() as conn:
            if not await service.expire_tickets(conn):
                return
