"""Publishes drafts at their time."""

import logging

from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.queue import job
from ieum.shop.publishing.desk import queries, service
from ieum.shop.publishing.desk.refusals import TextRefused

log = logging.getLogger(__name__)


@job("publishing.publish_drafts", cron="* * * * *", lock="publish_drafts")
async def publish_drafts(db: Database) -> None:
    """Each in a transaction of its own, so that one which cannot be published holds up no other."""
    async with db.connection() as conn:
        due = await queries.list_due(conn)
    for draft in due:
        try:
            async with db.transaction() as conn:
                await _publish(conn, draft)
        except TextRefused as refused:
            log.error("draft %d cannot be published at its time: %s", draft, refused)  # noqa: TRY400 - expected
            async with db.transaction() as conn:
                await queries.give_up(conn, draft, refused.detail)


async def _publish(conn: Connection, draft: int) -> None:
    row = await queries.get_row(conn, draft, holds=True)
    # Somebody may have taken the time back since the list was made.
    if row is None or row.publish_at is None:
        return
    number = await service.carry_out(conn, row)
    by = By(role="예약 게시", request_id="", address="")
    note = Note(
        action="content.publish",
        object_kind=service.TEXT,
        object_id=service.name_of(row.key),
        after={"version": number, "scheduledBy": row.scheduled_by},
        reason=row.reason,
    )
    await record.append(conn, by, [note])
