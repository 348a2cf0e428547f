"""Publishes drafts at their time."""

import logging
from pathlib import Path

from ieum.shop.desk.approvals import queries as approvals
from ieum.shop.desk.changes import Nothing
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.settings import Settings
from ieum.shop.publishing import editing
from ieum.shop.publishing.desk import publications, queries, service
from ieum.shop.publishing.desk.refusals import SCHEDULER_MAY_NOT, TextRefused
from ieum.shop.publishing.desk.types import DraftRow

log = logging.getLogger(__name__)


@job("publishing.publish_drafts", cron="* * * * *", lock="publish_drafts")
async def publish_drafts(db: Database, settings: Settings) -> None:
    """Each in a transaction of its own, so that one which cannot be published holds up no other."""
    async with db.connection() as conn:
        due = await queries.list_due(conn)
    for draft in due:
        try:
            async with db.transaction() as conn:
                await _publish(conn, draft, settings.downloads)
        except TextRefused as refused:
            log.error("draft %d cannot be published at its time: %s", draft, refused)  # noqa: TRY400 - expected
            async with db.transaction() as conn:
                await queries.give_up(conn, draft, refused.detail)


async def _publish(conn: Connection, draft: int, downloads: Path) -> None:
    """Publish a draft if a press would be let in now, too. Raises TextRefused."""
    row = await queries.get_row(conn, draft, holds=True)
    # Somebody may have taken the time back since the list was made.
    if row is None or row.publish_at is None:
        return
    await _refuse_lost(conn, row)
    await editing.hold(conn)
    sheet = await publications.look(conn, draft, Nothing())
    if sheet is None:
        return
    if (why := publications.why_not(sheet, Nothing())) is not None:
        raise TextRefused(why)
    await publications.check_program(sheet.text, downloads)
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


async def _refuse_lost(conn: Connection, row: DraftRow) -> None:
    """Check that the person who has set the time may publish now. Raises TextRefused."""
    by = row.scheduled_by
    rights = None if by is None else await approvals.find_rights(conn, by)
    if rights is None or not rights.may("content.publish"):
        raise TextRefused(SCHEDULER_MAY_NOT)
