"""The calls about what the status page says."""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.status import queries, service
from ieum.shop.console.status.types import (
    StatusBoard,
    StatusForm,
    StatusLine,
    StatusOrder,
    StatusUpdateForm,
    StatusUpdateOrder,
)
from ieum.shop.desk.access import Acting, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.lists import After, Size
from ieum.shop.desk.types import Listed, Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, created, ok
from ieum.shop.status.types import Incident, IncidentId, IncidentNotFound, IncidentOver

_PATH = "/api/v1/console/status"
_INCIDENTS = f"{_PATH}/incidents"


@get(_PATH, **reads("status.view"))
async def get_status_board(conn: Conn, settings: ShopSettings) -> Answer[StatusBoard]:
    return ok(await service.get_board(conn, settings))


@get(_INCIDENTS, **reads("status.view"))
async def list_status_incidents(
    conn: Conn,
    which: Annotated[Literal["open", "over"] | None, QueryParameter(name="state", required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[StatusLine]]:
    """Newest first, also those that the page shows no longer."""
    is_open = None if which is None else which == "open"
    return ok(await queries.list_lines(conn, is_open=is_open, after=after, size=size))


@get(f"{_INCIDENTS}/{{id:int}}", **reads("status.view", IncidentNotFound))
async def get_status_incident(conn: Conn, id: RowId) -> Answer[Incident]:
    return ok(await service.get(conn, IncidentId(id)))


@post(f"{_INCIDENTS}/preview", status_code=200, **reads("status.say"))
async def preview_status(conn: Conn, data: JSONBody[StatusForm]) -> Answer[Preview]:
    return ok(await service.preview(conn, data))


@post(_INCIDENTS, **changes("status.say", PreviewChanged))
async def begin_status(act: Acting, data: JSONBody[StatusOrder]) -> Answer[Incident]:
    """Tell everybody of something new."""
    return created(await service.begin(act, data))


@post(
    f"{_INCIDENTS}/{{id:int}}/updates/preview",
    status_code=200,
    **reads("status.say", IncidentNotFound, IncidentOver),
)
async def preview_status_update(conn: Conn, id: RowId, data: JSONBody[StatusUpdateForm]) -> Answer[Preview]:
    return ok(await service.preview_update(conn, IncidentId(id), data))


@post(
    f"{_INCIDENTS}/{{id:int}}/updates",
    **changes("status.say", IncidentNotFound, IncidentOver, PreviewChanged),
)
async def write_status_update(act: Acting, id: RowId, data: JSONBody[StatusUpdateOrder]) -> Answer[Incident]:
    """Tell how it goes on, or that it is over; nothing of it is ever rewritten."""
    return created(await service.go_on(act, IncidentId(id), data))


ROUTES = [
    get_status_board,
    list_status_incidents,
    get_status_incident,
    preview_status,
    begin_status,
    preview_status_update,
    write_status_update,
]
