"""The calls about oneself in the frame, the staff, their roles and networks."""

from litestar import delete, get, post, put
from litestar.params import JSONBody

from ieum.shop.console.approval_routes import Actions
from ieum.shop.console.doors import queries as doors
from ieum.shop.console.doors.refusals import (
    EmailTaken,
    InvitationNotYours,
    LocksYouOut,
    MoreThanOwn,
    NoMailForInvitation,
    OwnerNeeded,
    RoleInUse,
    RoleNameTaken,
    RoleNotFound,
    RoleStays,
    StaffNotFound,
)
from ieum.shop.console.doors.types import InvitationLink, InvitationSent, UsedStaffSession
from ieum.shop.console.staff import actions, queries, service
from ieum.shop.console.staff.types import (
    Me,
    Networks,
    NetworksForm,
    NewPerson,
    PermissionName,
    Person,
    Role,
    RoleChange,
    RoleForm,
    RoleName,
)
from ieum.shop.desk.access import Acting, Reader, WithReason, changes, reads
from ieum.shop.desk.access_queries import IDLE_SECONDS, LONGEST
from ieum.shop.desk.approvals import queries as approvals
from ieum.shop.desk.approvals import service as approval_service
from ieum.shop.desk.approvals.types import Asked
from ieum.shop.desk.permissions import GROUPS, LABELS, PERMISSIONS
from ieum.shop.desk.types import Items, RoleId, StaffId
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, created, ok
from ieum.shop.site import queries as site


@get("/api/v1/console/session", **reads("own"))
async def get_session(conn: Conn, staff: Reader, console_actions: Actions) -> Answer[Me]:
    """Whoever is logged in, and what they may do."""
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


@post(
    "/api/v1/console/staff",
    status_code=202,
    **changes("staff.invite", EmailTaken, RoleNotFound, MoreThanOwn),
)
async def invite(act: Acting, data: JSONBody[NewPerson]) -> Answer[Asked]:
    """Ask a second person to let somebody in; the link is made after that."""
    return Answer(202, await service.invite(act, data))


@put(
    "/api/v1/console/staff/{id:int}/role",
    status_code=202,
    **changes("staff.change", StaffNotFound, RoleNotFound, MoreThanOwn),
)
async def give_role(act: Acting, id: RowId, data: JSONBody[RoleChange]) -> Answer[Asked]:
    return Answer(202, await service.give_role(act, StaffId(id), data.role_id, data.reason))


@post(
    "/api/v1/console/staff/{id:int}/link",
    **changes("staff.invite", StaffNotFound, MoreThanOwn, InvitationNotYours, NoMailForInvitation),
)
async def make_link(
    act: Acting,
    settings: ShopSettings,
    id: RowId,
    data: JSONBody[WithReason],
) -> Answer[InvitationLink | InvitationSent]:
    """Make a link by which this person chooses a password and connects an authenticator, in place of an open one.

    A link that resets somebody's login is answered; a first one is mailed to the person, and `email` says where to.
    """
    return created(await service.make_link(act, StaffId(id), data.reason, settings))


@post(
    "/api/v1/console/staff/{id:int}/removal",
    status_code=200,
    **changes("staff.change", StaffNotFound, MoreThanOwn, OwnerNeeded),
)
async def remove(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[None]:
    """End all that this person may do, at once."""
    await service.remove(act, StaffId(id), data.reason)
    return ok(None)


@get("/api/v1/console/staff/{id:int}/sessions", **reads("staff.view", StaffNotFound))
async def list_sessions(conn: Conn, staff: Reader, id: RowId) -> Answer[Items[UsedStaffSession]]:
    await actions.get_person(conn, StaffId(id))
    return ok(Items(await doors.list_sessions(conn, StaffId(id), current=staff.session_id)))


@delete(
    "/api/v1/console/staff/{id:int}/sessions",
    status_code=200,
    **changes("staff.change", StaffNotFound, MoreThanOwn),
)
async def end_sessions(act: Acting, id: RowId) -> Answer[None]:
    await service.end_sessions(act, StaffId(id))
    return ok(None)


@get("/api/v1/console/roles", **reads("staff.view"))
async def list_roles(conn: Conn, staff: Reader) -> Answer[Items[Role]]:
    del staff
    return ok(Items(await queries.list_roles(conn)))


@post("/api/v1/console/roles", status_code=202, **changes("roles.change", RoleNameTaken, MoreThanOwn))
async def make_role(act: Acting, data: JSONBody[RoleForm]) -> Answer[Asked]:
    return Answer(202, await service.write_role(act, None, data))


@put(
    "/api/v1/console/roles/{id:int}",
    status_code=202,
    **changes("roles.change", RoleNotFound, RoleNameTaken, RoleStays, MoreThanOwn),
)
async def change_role(act: Acting, id: RowId, data: JSONBody[RoleForm]) -> Answer[Asked]:
    return Answer(202, await service.write_role(act, RoleId(id), data))


@post(
    "/api/v1/console/roles/{id:int}/removal",
    status_code=200,
    **changes("roles.change", RoleNotFound, MoreThanOwn, RoleStays, RoleInUse),
)
async def delete_role(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[None]:
    await service.delete_role(act, RoleId(id), data.reason)
    return ok(None)


@get("/api/v1/console/networks", **reads("staff.view"))
async def list_networks(conn: Conn, staff: Reader) -> Answer[Networks]:
    """The networks from which the console answers; none means all."""
    del staff
    return ok(Networks(await queries.list_networks(conn)))


@put("/api/v1/console/networks", **changes("staff.change", MoreThanOwn, LocksYouOut))
async def set_networks(act: Acting, data: JSONBody[NetworksForm]) -> Answer[Networks]:
    return ok(Networks(await service.set_networks(act, data)))


ROUTES = [
    get_session,
    list_permissions,
    list_staff,
    invite,
    give_role,
    make_link,
    remove,
    list_sessions,
    end_sessions,
    list_roles,
    make_role,
    change_role,
    delete_role,
    list_networks,
    set_networks,
]
