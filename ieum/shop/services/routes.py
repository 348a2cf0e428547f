"""Calls for a member's services and devices."""

from typing import Annotated, Literal

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from ieum.shop.catalog import service as catalog
from ieum.shop.catalog.types import Plan
from ieum.shop.kernel.errors import CrossSite, InvalidFields, Unauthenticated
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, Page, RowId, created, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals
from ieum.shop.members.authentication import MEMBERS_ONLY, VIEWERS_ONLY, VIEWERS_ONLY_BETWEEN, Member
from ieum.shop.services import devices, queries, service
from ieum.shop.services.types import Connection, DeviceWithTunnel, NewDevice, NewKey, Service

StateFilter = Annotated[
    Literal["active", "suspended", "expired", "ended", "all"], QueryParameter(name="state", required=False)
]
CHANGES = (
    Unauthenticated,
    CrossSite,
    InvalidFields,
    service.ServiceNotFound,
    devices.ServiceNotActive,
    devices.ServiceSuspended,
    devices.GatewayNotReady,
    devices.DeviceNotFound,
)
ADD_REFUSALS = refusals(
    *CHANGES,
    devices.DeviceLimitReached,
    devices.DeviceShareReached,
    devices.PublicKeyTaken,
    devices.TooManyKeysToday,
)


@get("/api/v1/services", dependencies=VIEWERS_ONLY, responses=refusals(Unauthenticated, InvalidFields))
async def list_services(
    conn: Conn, member: Member, state_filter: StateFilter = "all", page: Page = 1
) -> Answer[Listing[Service]]:
    """List the member's services, or those a sub-id was granted, running ones first, then newest first."""
    state = None if state_filter == "all" else state_filter
    return ok(await service.list_page(conn, member.viewer, state, page))


@get("/api/v1/services/connection", dependencies=VIEWERS_ONLY, responses=refusals(Unauthenticated))
async def get_connection(conn: Conn, member: Member, caller: Caller) -> Answer[Connection]:
    """Say whether the caller comes through a running service of theirs. No address goes out or is stored."""
    return ok(
        Connection(
            connected=await queries.holds_address(conn, member.viewer, caller),
            waiting=await queries.waits_behind(conn, member.viewer, caller),
        )
    )


@get(
    "/api/v1/services/{service_id:int}",
    dependencies=VIEWERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, service.ServiceNotFound),
)
async def get_service(conn: Conn, member: Member, service_id: RowId) -> Answer[Service]:
    return ok(await service.get(conn, member.viewer, service_id))


@get(
    "/api/v1/services/{service_id:int}/plan",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, service.ServiceNotFound),
)
async def get_plan(conn: Conn, member: Member, service_id: RowId) -> Answer[Plan]:
    """Return the plan of a service, with the prices for prolonging it, whether or not it is on sale to others."""
    held = await service.get(conn, member.viewer, service_id)
    return ok(await catalog.get_held(conn, held.plan_id))


@post("/api/v1/services/{service_id:int}/devices", dependencies=VIEWERS_ONLY_BETWEEN, responses=ADD_REFUSALS)
async def add_device(
    db: Db, feed: NamedDependency[Feed], member: Member, service_id: RowId, data: JSONBody[NewDevice]
) -> Answer[DeviceWithTunnel]:
    """Add a device by its public key, and return what its `.conf` needs once its gateway serves it."""
    return created(await devices.add_device(db, feed, member.viewer, service_id, data))


@put(
    "/api/v1/services/{service_id:int}/devices/{device_id:int}/key",
    dependencies=VIEWERS_ONLY_BETWEEN,
    responses=ADD_REFUSALS,
)
async def change_device_key(
    db: Db,
    feed: NamedDependency[Feed],
    member: Member,
    service_id: RowId,
    device_id: RowId,
    data: JSONBody[NewKey],
) -> Answer[DeviceWithTunnel]:
    """Replace a device's lost key. The device gets a new tunnel address; the exit address stays."""
    return ok(await devices.change_key(db, feed, member.viewer, service_id, device_id, data.public_key))


@delete(
    "/api/v1/services/{service_id:int}/devices/{device_id:int}",
    status_code=200,
    dependencies=VIEWERS_ONLY,
    responses=refusals(*CHANGES),
)
async def remove_device(conn: Conn, member: Member, service_id: RowId, device_id: RowId) -> Answer[None]:
    await devices.remove_device(conn, member.viewer, service_id, device_id)
    return ok(None)


ROUTES = [
    list_services,
    get_connection,
    get_service,
    get_plan,
    add_device,
    change_device_key,
    remove_device,
]
