"""Calls on services."""

from litestar import get

from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.desk.lists import Where
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.members.desk import service as members
from ieum.shop.members.desk.refusals import MemberNotFound
from ieum.shop.services.desk import evidence, queries, sheet
from ieum.shop.services.desk.listed import SERVICES, SERVICES_OF_MEMBER
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


async def _of_member(reading: Reading, where: Where) -> None:
    """Narrow to the services of the member. Raises MemberNotFound."""
    facts = await members.get_facts(reading.conn, reading.of)
    where.add("s.member_id = %(member)s", member=facts.id)


ROUTES = [
    route_of(SERVICES),
    route_of(SERVICES_OF_MEMBER, MemberNotFound, narrow=_of_member),
    get_service,
    list_service_events,
]
