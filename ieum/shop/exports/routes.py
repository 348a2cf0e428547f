"""The calls about exports; each sees their own alone."""

from collections.abc import Sequence

from litestar import post
from litestar.response import Stream

from ieum.shop.desk.access import Acting, DeskDependency, changes
from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.desk.lists import Where
from ieum.shop.exports import queries, service
from ieum.shop.exports.listed import EXPORTS
from ieum.shop.exports.refusals import ExportNotFound, ExportNotReady, ExportOver, ListNotExported
from ieum.shop.exports.types import ExportId, ExportRow, ExportSeen, FileForm
from ieum.shop.kernel.http import Db, RowId
from ieum.shop.kernel.workbooks import MEDIA_TYPE

_TYPES: dict[FileForm, str] = {"csv": "text/csv; charset=utf-8", "xlsx": MEDIA_TYPE}


async def _narrow_to_own(reading: Reading, where: Where) -> None:
    where.add("x.asked_by = %(staff)s", staff=reading.staff.id)


async def _show(reading: Reading, rows: Sequence[ExportRow]) -> Sequence[ExportSeen]:
    return [await service.seen(reading.conn, reading.desk.lists, row) for row in rows]


@post(
    "/api/v1/console/exports/{id:int}/file",
    status_code=200,
    media_type="text/csv",
    **changes("exports.make", ExportNotFound, ExportNotReady, ExportOver, ListNotExported),
)
async def download_export(act: Acting, db: Db, desk: DeskDependency, id: RowId) -> Stream:
    """The file, for whoever asked for it; each press is written down. One member's own data is a ZIP of such files."""
    found = await service.begin_download(act, desk.lists, ExportId(id))
    headers = {
        # The route's own would be said of every file otherwise.
        "Content-Type": _TYPES[found.form] if found.member is None else "application/zip",
        "Content-Length": str(found.bytes),
        "Content-Disposition": f'attachment; filename="{found.file_name}"',
        "Cache-Control": "no-store",
    }
    return Stream(
        queries.read_pieces(db, found.id),
        status_code=200,
        headers=headers,
    )


ROUTES = [
    route_of(EXPORTS, narrow=_narrow_to_own, complete=_show, answers=ExportSeen),
    download_export,
]
