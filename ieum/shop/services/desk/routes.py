"""Calls on services."""

from litestar import get

from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.services.desk import evidence, queries, sheet
from ieum.shop.services.desk.listed import SERVICES
from ieum.shop.services.desk.refusals import ServiceMissing
from ieum.shop.services.desk.types import ServiceEvent, ServiceSheet
from ieum.shop.services.types import ServiceId

_PATH = "/api/v1/console/services/{id:int}"


@get(_PATH, **reads("services.view", ServiceMissing))
async def get_service(conn: Conn, staff: Reader, id: RowId) -> Answer[ServiceSheet]:
    """The service, and the changes that its state allows."""
    del staff
    found = await sheet.find(conn, ServiceId(id))
    if found is None:
        raise ServiceMissing
    return ok(found)


@get(f"{_PATH}/timeline", **reads("services.view", ServiceMissing))
async def list_service_events(conn: Conn, staff: Reader, id: RowId) -> Answer[Items[ServiceEvent]]:
    """The service's history, newest first."""
    del staff
    await _must_be(conn, id)
    return ok(Items(await evidence.list_events(conn, id)))


async def _must_be(conn: Conn, service: int) -> None:
    if await queries.find_service(conn, service) is None:
        raise ServiceMissing


ROUTES = [route_of(SERVICES), get_service, list_service_events]
