"""The calls about incidents."""

from collections.abc import Sequence

from litestar import get

from ieum.shop.console.incidents import service
from ieum.shop.console.incidents.listed import INCIDENTS
from ieum.shop.console.incidents.refusals import IncidentNotFound
from ieum.shop.console.incidents.types import (
    IncidentId,
    IncidentLine,
    IncidentPage,
)
from ieum.shop.desk.access import reads
from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.kernel.http import Answer, Conn, RowId, ok

_PATH = "/api/v1/console/incidents"


async def _add_clocks(reading: Reading, lines: Sequence[IncidentLine]) -> Sequence[IncidentLine]:
    return await service.add_clocks(reading.conn, lines)


@get(f"{_PATH}/{{id:int}}", **reads("incidents.view", IncidentNotFound))
async def get_incident(conn: Conn, id: RowId) -> Answer[IncidentPage]:
    return ok(await service.get_page(conn, IncidentId(id)))


ROUTES = [
    route_of(INCIDENTS, complete=_add_clocks),
    get_incident,
]
