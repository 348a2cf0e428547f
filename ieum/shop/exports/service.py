"""Hands a file to whoever asked for it."""

from collections.abc import Mapping

from ieum.shop.desk.acting import Act, require
from ieum.shop.desk.listing import AnyList
from ieum.shop.desk.noted import Noted
from ieum.shop.exports import queries
from ieum.shop.exports.changes import list_of, needed_for
from ieum.shop.exports.refusals import ExportNotFound, ExportNotReady, ExportOver, ListNotExported
from ieum.shop.exports.saying import said_of
from ieum.shop.exports.types import OWN_DATA, ExportId, ExportRow, ExportSeen
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import InvalidFields

type Lists = Mapping[str, AnyList]


TAKEN = Noted("exports.download", "export")


async def begin_download(act: Act, lists: Lists, export: ExportId) -> ExportRow:
    """Write down that whoever asked for the file takes it.

    Raises ExportNotFound, ExportNotReady, ExportOver, ListNotExported, PermissionMissing.
    """
    found = await queries.find(act.conn, export, holds=True)
    if found is None or found.asked_by != act.staff.id:
        raise ExportNotFound
    for permission in needed_for(lists, found.listed):
        require(act.staff, permission)
    if found.state == "over":
        raise ExportOver
    if found.state != "ready":
        raise ExportNotReady
    await queries.count_download(act.conn, export)
    TAKEN.by(
        act,
        export,
        after={"screen": found.screen, "query": found.query, "rows": found.rows},
        reason=found.reason,
    )
    return found


async def seen(conn: Connection, lists: Lists, row: ExportRow) -> ExportSeen:
    return ExportSeen(
        id=row.id,
        screen=row.listed,
        label=label_of(lists, row.listed),
        said=await said(conn, lists, row),
        form=row.form,
        reason=row.reason,
        state=row.state,
        expected=row.expected,
        rows=row.rows,
        bytes=row.bytes,
        file_name=row.file_name,
        asked_at=row.asked_at,
        made_at=row.made_at,
        expires_at=row.expires_at,
        downloads=row.downloads,
    )


async def said(conn: Connection, lists: Lists, row: ExportRow) -> list[str]:
    """The filters in words; as they were sent if the list has others since an update of the shop."""
    if row.member is not None:
        return [f"회원 {row.member}"]
    try:
        return await said_of(conn, list_of(lists, row.listed), row.query)
    except (InvalidFields, ListNotExported):
        return [row.query] if row.query else []


def label_of(lists: Lists, name: str) -> str:
    if name == OWN_DATA:
        return "회원 본인의 정보"
    try:
        return list_of(lists, name).label
    except ListNotExported:
        return name
