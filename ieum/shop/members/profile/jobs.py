"""The daily job that reminds members of old consents to advertising."""

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.members.profile import consents


# At 10:00 in Seoul, because text messages at night disturb.
@job("profile.ask_consents_again", cron="0 1 * * *", lock="ask_consents_again")
async def ask_consents_again(db: Database) -> None:
    """A member who was reminded is not found again, so the next run continues where an interrupted one stopped."""
    while True:
        async with db.transaction() as conn:
            if not await consents.ask_again(conn):
                return
