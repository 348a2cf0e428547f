"""The calls about exports; each sees their own alone."""

from collections.abc import Sequence

from litestar import Response, post
from litestar.params import JSONBody
from litestar.response import Stream

from ieum.shop.console.exports import queries, service
from ieum.shop.console.exports.listed import EXPORTS
from ieum.shop.console.exports.refusals import (
    ExportNotFound,
    ExportNotReady,
    ExportOver,
    ListNotExported,
    TooManyExports,
)
from ieum.shop.console.exports.types import (
    ExportId,
    ExportMade,
    ExportRow,
    ExportSeen,
    ExportWish,
    OwnDataWish,
)
from ieum.shop.desk.access import Acting, changes, or_waits
from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.desk.lists import Where
from ieum.shop.kernel.http import Answer, Db, RowId
from ieum.shop.members.desk.refusals import MemberNotFound


async def _narrow_to_own(reading: Reading, where: Where) -> None:
    where.add("x.asked_by = %(staff)s", staff=reading.staff.id)


async def _show(_reading: Reading, rows: Sequence[ExportRow]) -> Sequence[ExportSeen]:
    return [service.seen(row) for row in rows]


@post(
    "/api/v1/console/exports",
    **or_waits(changes("exports.make", ListNotExported, TooManyExports), Answer[ExportMade]),
)
async def order_export(act: Acting, data: JSONBody[ExportWish]) -> Response[Answer[ExportMade]]:
    """Have what the filters of a list find written into a file.

    201 says that it is being made, 202 that a second person has to confirm first.
    """
    made = await service.order(act, data)
    status = 201 if made.approval_id is None else 202
    return Response(Answer(status, made), status_code=status)


@post(
    "/api/v1/console/exports/{id:int}/file",
    status_code=200,
    media_type="text/csv",
    **changes("exports.make", ExportNotFound, ExportNotReady, ExportOver),
)
async def download_export(act: Acting, db: Db, id: RowId) -> Stream:
    """The file, for whoever asked for it; each press is written down. One member's own data is a ZIP of such files."""
    found = await service.begin_download(act, ExportId(id))
    headers = {
        # The route's own would be said of every file otherwise.
        "Content-Type": "text/csv; charset=utf-8" if found.member is None else "application/zip",
        "Content-Length": str(found.bytes),
        "Content-Disposition": f'attachment; filename="{found.file_name}"',
        "Cache-Control": "no-store",
    }
    return Stream(
        queries.read_pieces(db, found.id),
        status_code=200,
        headers=headers,
    )


@post(
    "/api/v1/console/members/{id:int}/data",
    status_code=202,
    **changes("exports.personal", MemberNotFound, TooManyExports),
)
async def order_own_data(act: Acting, id: RowId, data: JSONBody[OwnDataWish]) -> Answer[ExportMade]:
    """Have everything that is kept about a member written into a file, for the member; a second person confirms."""
    return Answer(202, await service.order_own_data(act, id, data.reason))


ROUTES = [
    route_of(EXPORTS, narrow=_narrow_to_own, complete=_show, answers=ExportSeen),
    order_export,
    download_export,
    order_own_data,
]
