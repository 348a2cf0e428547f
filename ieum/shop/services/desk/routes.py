"""Calls on services."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.desk.access import Looking, Reader, reads
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.types import Items, Listed
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.services.desk import evidence, queries, sheet
from ieum.shop.services.desk.filters import ServiceFilters, where_of
from ieum.shop.services.desk.refusals import ServiceMissing
from ieum.shop.services.desk.types import (
    ListedService,
    ListedServiceState,
    ServiceEvent,
    ServiceSheet,
)
from ieum.shop.services.types import ServiceId

_PATH = "/api/v1/console/services/{id:int}"
Id = Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)]
State = Annotated[ListedServiceState | None, QueryParameter(name="state", required=False)]
From = Annotated[datetime | None, QueryParameter(name="from", required=False)]
To = Annotated[datetime | None, QueryParameter(name="to", required=False)]


@get("/api/v1/console/services", **reads("services.view"))
async def list_services(
    conn: Conn,
    looker: Looking,
    q: Words = None,
    member: Id = None,
    plan: Id = None,
    gateway: Id = None,
    which: State = None,
    since: From = None,
    until: To = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[ListedService]]:
    """The newest first, or by their ends where `from` or `to` says which; `q` is a number, an address, or a member."""
    filters = ServiceFilters(
        q=q, member=member, plan=plan, gateway=gateway, state=which, ends_from=since, ends_to=until
    )
    where = await looker.search(where_of(filters))
    return ok(await queries.list_services(conn, filters, where, after=after, size=size))


@get(_PATH, **reads("services.view", ServiceMissing))
async def get_service(conn: Conn, staff: Reader, id: RowId) -> Answer[ServiceSheet]:
    """What it is, and what can be done with it now."""
    del staff
    found = await sheet.find(conn, ServiceId(id))
    if found is None:
        raise ServiceMissing
    return ok(found)


@get(f"{_PATH}/timeline", **reads("services.view", ServiceMissing))
async def list_service_events(conn: Conn, staff: Reader, id: RowId) -> Answer[Items[ServiceEvent]]:
    """What happened to it, newest first."""
    del staff
    await _must_be(conn, id)
    return ok(Items(await evidence.list_events(conn, id)))


async def _must_be(conn: Conn, service: int) -> None:
    if await queries.find_service(conn, service) is None:
        raise ServiceMissing


ROUTES = [list_services, get_service, list_service_events]
