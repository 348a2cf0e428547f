"""The calls about bulk changes. Each asks for `bulk.run`, and for the permission of what is done."""

from litestar import Response, get, post
from litestar.params import JSONBody

from ieum.shop.desk.access import Acting, DeskDependency, Reader, changes, or_waits, reads
from ieum.shop.desk.acting import WithReason, require
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.bulk import service
from ieum.shop.desk.bulk.listed import ROWS, RUNS
from ieum.shop.desk.bulk.refusals import BulkNotFound, BulkStays, NothingToDo
from ieum.shop.desk.bulk.types import (
    BulkForm,
    BulkMade,
    BulkOrder,
    BulkPress,
    BulkRunId,
    BulkSeen,
)
from ieum.shop.desk.changes import Stays
from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.desk.lists import Where
from ieum.shop.desk.presses import PressKeyUsed
from ieum.shop.desk.registry import ChangeUnknown
from ieum.shop.desk.types import Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, created, ok


@get("/api/v1/console/bulk/{id:int}", **reads("bulk.run", BulkNotFound))
async def get_bulk_run(conn: Conn, staff: Reader, desk: DeskDependency, id: RowId) -> Answer[BulkSeen]:
    return ok(await service.see(conn, staff, desk, BulkRunId(id)))


async def _narrow_to_run(reading: Reading, where: Where) -> None:
    """Show the results of a run to those who may do the same. Raises BulkNotFound, PermissionMissing."""
    found = await service.get(reading.conn, BulkRunId(reading.of))
    require(reading.staff, reading.desk.get(found.change).permission)
    where.add("r.run_id = %(run)s", run=found.id)


@post("/api/v1/console/bulk/preview", status_code=200, **reads("bulk.run", NothingToDo, Stays, ChangeUnknown))
async def preview_bulk(
    conn: Conn, staff: Reader, desk: DeskDependency, data: JSONBody[BulkForm]
) -> Answer[Preview]:
    return ok(await service.preview(conn, staff, desk, data))


@post(
    "/api/v1/console/bulk",
    **or_waits(
        changes("bulk.run", NothingToDo, Stays, PreviewChanged, PressKeyUsed, ChangeUnknown), Answer[BulkMade]
    ),
)
async def order_bulk(
    act: Acting, desk: DeskDependency, data: JSONBody[BulkOrder]
) -> Response[Answer[BulkMade]]:
    """Freeze the rows that were shown and begin (201), or wait for a second person (202)."""
    made = await service.order(act, desk, data)
    status = 201 if made.approval_id is None else 202
    return Response(Answer(status, made), status_code=status)


@post(
    "/api/v1/console/bulk/{id:int}/cancel",
    status_code=200,
    **changes("bulk.run", BulkNotFound, BulkStays),
)
async def cancel_bulk(
    act: Acting, desk: DeskDependency, id: RowId, data: JSONBody[WithReason]
) -> Answer[BulkSeen]:
    """Do no further row; what is done stays done."""
    await service.cancel(act, desk, BulkRunId(id), data.reason)
    return ok(await service.see(act.conn, act.staff, desk, BulkRunId(id)))


@post(
    "/api/v1/console/bulk/{id:int}/undo/preview",
    status_code=200,
    **reads("bulk.run", BulkNotFound, BulkStays),
)
async def preview_undoing(conn: Conn, staff: Reader, desk: DeskDependency, id: RowId) -> Answer[Preview]:
    return ok(await service.preview_undo(conn, staff, desk, BulkRunId(id)))


@post(
    "/api/v1/console/bulk/{id:int}/undo",
    **changes("bulk.run", BulkNotFound, BulkStays, PreviewChanged, PressKeyUsed),
)
async def undo_bulk(
    act: Acting, desk: DeskDependency, id: RowId, data: JSONBody[BulkPress]
) -> Answer[BulkMade]:
    """Begin a run that takes this one back, row by row."""
    return created(await service.undo(act, desk, BulkRunId(id), data))


ROUTES = [
    route_of(RUNS),
    get_bulk_run,
    route_of(ROWS, BulkNotFound, narrow=_narrow_to_run),
    preview_bulk,
    order_bulk,
    cancel_bulk,
    preview_undoing,
    undo_bulk,
]
