"""Calls that change the address of a dynamic service, set how it changes by itself, and make links for it."""

from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, PathParameter

from ieum.shop.kernel.errors import InvalidFields, Unauthenticated
from ieum.shop.kernel.http import Answer, Caller, Conn, RowId, created, ok
from ieum.shop.kernel.problems import refusals, refusals_of_change
from ieum.shop.members.authentication import MEMBERS_ONLY, VIEWERS_ONLY, Member
from ieum.shop.rotation import links, service
from ieum.shop.rotation.types import (
    NewRotationLink,
    PastAddress,
    Rotated,
    Rotation,
    RotationChoice,
    RotationLinkWithPath,
)
from ieum.shop.services import devices
from ieum.shop.services.service import ServiceNotFound

# 32 random bytes as the service writes them.
Token = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{64}(?!\n)$")]
RUNNING = (
    ServiceNotFound,
    devices.ServiceNotActive,
    devices.ServiceSuspended,
    devices.GatewayNotReady,
)


@get(
    "/api/v1/services/{service_id:int}/rotation",
    dependencies=VIEWERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, *RUNNING),
)
async def get_rotation(conn: Conn, member: Member, service_id: RowId) -> Answer[Rotation]:
    """Show how the service changes its address, when it may do so next, and its links without their tokens."""
    return ok(await service.show(conn, member.viewer, service_id))


@put(
    "/api/v1/services/{service_id:int}/rotation",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(*RUNNING),
)
async def choose_rotation(
    conn: Conn, member: Member, service_id: RowId, data: JSONBody[RotationChoice]
) -> Answer[Rotation]:
    """Set timer, change on reconnect, and what becomes of open connections."""
    return ok(await service.choose(conn, member.member_id, service_id, data))


@post(
    "/api/v1/services/{service_id:int}/rotation",
    status_code=200,
    dependencies=VIEWERS_ONLY,
    responses=refusals_of_change(
        *RUNNING, service.TooManyChanges, service.ShareUsedUp, service.NoOtherAddress
    ),
)
async def rotate(conn: Conn, member: Member, service_id: RowId) -> Answer[Rotated]:
    """Change the address now. Within the plan's limits; 429 says when it may be changed again."""
    return ok(await service.change(conn, member.viewer, service_id))


@get(
    "/api/v1/services/{service_id:int}/addresses",
    dependencies=VIEWERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, ServiceNotFound),
)
async def list_addresses(conn: Conn, member: Member, service_id: RowId) -> Answer[list[PastAddress]]:
    """The last fifty addresses of the service, the present one first."""
    return ok(await service.list_addresses(conn, member.viewer, service_id))


@post(
    "/api/v1/services/{service_id:int}/rotation/links",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(*RUNNING, links.TooManyLinks, links.TooManyLinksToday),
)
async def add_link(
    conn: Conn, member: Member, service_id: RowId, data: JSONBody[NewRotationLink]
) -> Answer[RotationLinkWithPath]:
    """Make a link that changes the address of this service and can do nothing else. Its path is shown only here."""
    return created(await links.add_link(conn, member.member_id, service_id, data))


@delete(
    "/api/v1/services/{service_id:int}/rotation/links/{link_id:int}",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(links.LinkNotFound),
)
async def revoke_link(conn: Conn, member: Member, service_id: RowId, link_id: RowId) -> Answer[None]:
    await links.revoke_link(conn, member.member_id, service_id, link_id)
    return ok(None)


@post(
    "/r/{token:str}",
    status_code=202,
    responses=refusals(links.LinkNotFound, service.TooManyChanges, service.NoOtherAddress, InvalidFields),
)
async def rotate_by_link(conn: Conn, caller: Caller, token: Token) -> Response[Rotated]:
    """Change the address for whoever has the link: from a script or a browser, without a login."""
    rotated = await service.change_by_link(conn, token, caller=caller)
    return Response(
        rotated, status_code=202, headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    )


ROUTES = [get_rotation, choose_rotation, rotate, list_addresses, add_link, revoke_link, rotate_by_link]
