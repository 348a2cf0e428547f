"""The calls about what the status page says; changes of it are in `changes`."""

from typing import Annotated, Literal

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.desk.access import reads
from ieum.shop.desk.parameters import After, Size
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, ok
from ieum.shop.status import queries as status
from ieum.shop.status import service
from ieum.shop.status.desk import queries
from ieum.shop.status.desk.types import StatusBoard, StatusLine
from ieum.shop.status.types import Incident, IncidentId, IncidentNotFound

_PATH = "/api/v1/console/status"
_INCIDENTS = f"{_PATH}/incidents"


@get(_PATH, **reads("status.view"))
async def get_status_board(conn: Conn, settings: ShopSettings) -> Answer[StatusBoard]:
    read = await service.read(conn, home=settings.public_url)
    return ok(StatusBoard(read.parts, settings.status_page, is_elsewhere=bool(settings.status_url)))


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
    found = await status.find_incident(conn, IncidentId(id))
    if found is None:
        raise IncidentNotFound
    return ok(found)


ROUTES = [get_status_board, list_status_incidents, get_status_incident]
