"""The calls about what the status page says; changes of it are in `changes`."""

from litestar import get

from ieum.shop.desk.access import reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, ok
from ieum.shop.status import queries as status
from ieum.shop.status import service
from ieum.shop.status.desk.listed import ANNOUNCEMENTS
from ieum.shop.status.desk.types import StatusBoard
from ieum.shop.status.types import Incident, IncidentId, IncidentNotFound

_PATH = "/api/v1/console/status"
_INCIDENTS = f"{_PATH}/incidents"


@get(_PATH, **reads("status.view"))
async def get_status_board(conn: Conn, settings: ShopSettings) -> Answer[StatusBoard]:
    read = await service.read(conn, home=settings.public_url)
    return ok(StatusBoard(read.parts, settings.status_page, is_elsewhere=bool(settings.status_url)))


@get(f"{_INCIDENTS}/{{id:int}}", **reads("status.view", IncidentNotFound))
async def get_status_incident(conn: Conn, id: RowId) -> Answer[Incident]:
    found = await status.find_incident(conn, IncidentId(id))
    if found is None:
        raise IncidentNotFound
    return ok(found)


ROUTES = [get_status_board, route_of(ANNOUNCEMENTS), get_status_incident]
