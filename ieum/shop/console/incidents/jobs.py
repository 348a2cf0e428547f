"""Takes notices of leaks down when they have stood for their time."""

import logging

from ieum.shop.console.incidents import notices, queries
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.publishing.desk.refusals import TextRefused

log = logging.getLogger(__name__)


@job("console.end_incident_notices", cron="*/10 * * * *", lock="end_incident_notices")
async def end_incident_notices(db: Database) -> None:
    """Each in a transaction of its own; what cannot be taken down now is tried again."""
    async with db.connection() as conn:
        due = await queries.list_due_notices(conn)
    for incident in due:
        try:
            async with db.transaction() as conn:
                await notices.end(conn, incident)
        except TextRefused as refused:
            log.error("the notice of incident %d cannot be taken down: %s", incident, refused)  # noqa: TRY400 - expected
