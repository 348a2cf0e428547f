"""The calls about oneself in the frame, the staff, their roles and networks."""

from litestar import get

from ieum.shop.console.approval_routes import Actions
from ieum.shop.console.login import queries as logins
from ieum.shop.console.login.refusals import StaffNotFound
from ieum.shop.console.login.types import UsedStaffSession
from ieum.shop.console.staff import queries
from ieum.shop.console.staff.types import Me, Networks, PermissionName, Person, Role, RoleName
from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.access_queries import IDLE_SECONDS, LONGEST
from ieum.shop.desk.approvals import queries as approvals
from ieum.shop.desk.approvals import service as approval_service
from ieum.shop.desk.permissions import GROUPS, LABELS, PERMISSIONS
from ieum.shop.desk.types import Items, StaffId
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.site import queries as site


@get("/api/v1/console/session", **reads("own"))
async def get_session(conn: Conn, staff: Reader, console_actions: Actions) -> Answer[Me]:
    """Show the person who is logged in, and what they may do."""
    config = await site.get_config(conn)
    confirms = approval_service.seen_by(staff, console_actions) if staff.may("approvals.confirm") else []
    return ok(
        Me(
            id=staff.id,
            name=staff.name,
            email=staff.email,
            role=RoleName(staff.role_id, staff.role_name),
            is_owner=staff.is_owner,
            permissions=[name for name in PERMISSIONS if staff.may(name)],
            started_at=staff.started_at,
            expires_at=staff.started_at + LONGEST,
            idle_seconds=IDLE_SECONDS,
            site_name=config.site_name,
            confirmations=await approvals.count_waiting(conn, staff.id, confirms),
            decisions=await approvals.count_unseen(conn, staff.id),
        )
    )


@get("/api/v1/console/permissions", **reads("own"))
async def list_permissions(conn: Conn, staff: Reader) -> Answer[Items[PermissionName]]:
    """Every permission there is, in the order and groups of the console."""
    del conn, staff
    return ok(
        Items([PermissionName(name, LABELS[name], GROUPS[name.partition(".")[0]]) for name in PERMISSIONS])
    )


@get("/api/v1/console/staff", **reads("staff.view"))
async def list_staff(conn: Conn, staff: Reader) -> Answer[Items[Person]]:
    del staff
    return ok(Items(await queries.list_people(conn)))


@get("/api/v1/console/staff/{id:int}/sessions", **reads("staff.view", StaffNotFound))
async def list_sessions(conn: Conn, staff: Reader, id: RowId) -> Answer[Items[UsedStaffSession]]:
    if await queries.find_person(conn, StaffId(id)) is None:
        raise StaffNotFound
    return ok(Items(await logins.list_sessions(conn, StaffId(id), current=staff.session_id)))


@get("/api/v1/console/roles", **reads("staff.view"))
async def list_roles(conn: Conn, staff: Reader) -> Answer[Items[Role]]:
    del staff
    return ok(Items(await queries.list_roles(conn)))


@get("/api/v1/console/networks", **reads("staff.view"))
async def list_networks(conn: Conn, staff: Reader) -> Answer[Networks]:
    """The networks from which the console answers; none means all."""
    del staff
    return ok(Networks(await queries.list_networks(conn)))


ROUTES = [
    get_session,
    list_permissions,
    list_staff,
    list_sessions,
    list_roles,
    list_networks,
]
