"""Calls that show a service's move to another gateway, and make it."""

from litestar import get, post
from litestar.di import NamedDependency

from ieum.shop.evacuation import refusals, service
from ieum.shop.evacuation.types import Move
from ieum.shop.ip_change.refusals import ChangeUnderWay
from ieum.shop.kernel.errors import InvalidFields, Unauthenticated
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import Answer, Conn, Db, RowId, ok
from ieum.shop.kernel.problems import refusals as refused
from ieum.shop.kernel.problems import refusals_of_change
from ieum.shop.members.authentication import MEMBERS_ONLY, MEMBERS_ONLY_BETWEEN, Member
from ieum.shop.services import devices


@get(
    "/api/v1/services/{service_id:int}/move",
    dependencies=MEMBERS_ONLY,
    responses=refused(Unauthenticated, InvalidFields, refusals.MoveNotFound),
)
async def get_move(conn: Conn, member: Member, service_id: RowId) -> Answer[Move]:
    """The newest move of the service, and what its devices' settings say once it has moved."""
    return ok(await service.get(conn, member.member_id, service_id))


@post(
    "/api/v1/services/{service_id:int}/move",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(
        refusals.MoveNotFound,
        refusals.MoveOver,
        refusals.NewGatewayFull,
        refusals.NewAddressGone,
        devices.ServiceNotActive,
        devices.ServiceSuspended,
        ChangeUnderWay,
    ),
)
async def move_service(
    db: Db, feed: NamedDependency[Feed], member: Member, service_id: RowId
) -> Answer[Move]:
    """Move the service to the address that is kept for it, and return its devices' new settings. Again: the same."""
    return ok(await service.press(db, feed, member.member_id, service_id))


ROUTES = [get_move, move_service]
