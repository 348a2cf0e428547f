"""Endpoints that change an address and list the changes so far."""

from litestar import get, post
from litestar.params import JSONBody

from ieum.shop.ip_change import queries, service
from ieum.shop.ip_change.types import Change, Changed, ChangeRequest
from ieum.shop.kernel.errors import InvalidFields, Unauthenticated, refusals, refusals_of_change
from ieum.shop.kernel.http import Answer, Conn, Listing, Page, RowId, ok
from ieum.shop.ledgers.service import NoTicket
from ieum.shop.members.authentication import MEMBERS_ONLY, Member
from ieum.shop.services import devices
from ieum.shop.services.service import ServiceNotFound


@post(
    "/api/v1/services/{service_id:int}/ip-change",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(
        ServiceNotFound,
        devices.ServiceNotActive,
        devices.ServiceSuspended,
        devices.GatewayNotReady,
        service.AddressAlreadyChanged,
        service.NoOtherAddress,
        NoTicket,
    ),
)
async def change_address(
    conn: Conn, member: Member, service_id: RowId, data: JSONBody[ChangeRequest]
) -> Answer[Changed]:
    """Change to another address of the same carrier and region, for one ticket."""
    return ok(await service.change(conn, member.member_id, service_id, seen=data.address))


@get("/api/v1/ip-changes", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated, InvalidFields))
async def list_changes(conn: Conn, member: Member, page: Page = 1) -> Answer[Listing[Change]]:
    """Every change of an address, newest first."""
    return ok(await queries.list_changes(conn, member.member_id, page))


ROUTES = [change_address, list_changes]
