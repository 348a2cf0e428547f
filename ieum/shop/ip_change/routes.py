"""Endpoints that change an address, undo that, and list the changes so far."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ieum.shop.ip_change import refusals, service, view_queries
from ieum.shop.ip_change.types import Change, Changed, ChangePreview, ChangeRequest, UndoRequest
from ieum.shop.kernel.errors import InvalidFields, Unauthenticated
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import Answer, Conn, Db, Page, RowId, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals as declared
from ieum.shop.kernel.problems import refusals_of_change
from ieum.shop.ledgers.service import NoTicket
from ieum.shop.members.authentication import VIEWERS_ONLY, VIEWERS_ONLY_BETWEEN, Member
from ieum.shop.services import devices
from ieum.shop.services.service import ServiceNotFound

RUNNING = (
    ServiceNotFound,
    devices.ServiceNotActive,
    devices.ServiceSuspended,
    devices.GatewayNotReady,
)
NOW = (refusals.AddressAlreadyChanged, refusals.ChangeUnderWay)


@get(
    "/api/v1/services/{service_id:int}/ip-change",
    dependencies=VIEWERS_ONLY,
    responses=declared(Unauthenticated, InvalidFields, *RUNNING),
)
async def preview_change(conn: Conn, member: Member, service_id: RowId) -> Answer[ChangePreview]:
    """Preview a change: from how many addresses the new one comes, and with which ticket."""
    return ok(await service.preview(conn, member.viewer, service_id))


@post(
    "/api/v1/services/{service_id:int}/ip-change",
    status_code=200,
    dependencies=VIEWERS_ONLY_BETWEEN,
    responses=refusals_of_change(
        *RUNNING,
        *NOW,
        refusals.NoOtherAddress,
        refusals.GatewayAway,
        refusals.TooOftenTakenBack,
        refusals.ShareUsedUp,
        NoTicket,
    ),
)
async def change_address(
    db: Db,
    feed: NamedDependency[Feed],
    member: Member,
    service_id: RowId,
    data: JSONBody[ChangeRequest],
) -> Answer[Changed]:
    """Change to another address of the same carrier and region, for one ticket.

    While `state` is `waiting` the ticket is reserved; ask for the change again until it is settled.
    """
    return ok(await service.change(db, feed, member.viewer, service_id, data))


@get("/api/v1/ip-changes", dependencies=VIEWERS_ONLY, responses=declared(Unauthenticated, InvalidFields))
async def list_changes(conn: Conn, member: Member, page: Page = 1) -> Answer[Listing[Change]]:
    """Every change of an address and every undoing of one, newest first; a sub-id sees its own."""
    return ok(await view_queries.list_changes(conn, member.viewer, page))


@get(
    "/api/v1/ip-changes/{change_id:int}",
    dependencies=VIEWERS_ONLY,
    responses=declared(Unauthenticated, InvalidFields, refusals.ChangeNotFound),
)
async def get_change(conn: Conn, member: Member, change_id: RowId) -> Answer[Change]:
    return ok(await service.get_change(conn, member.viewer, change_id))


@post(
    "/api/v1/ip-changes/{change_id:int}/undo",
    status_code=200,
    dependencies=VIEWERS_ONLY_BETWEEN,
    responses=refusals_of_change(
        *RUNNING, *NOW, refusals.ChangeNotFound, refusals.NotUndoable, refusals.FormerAddressGone
    ),
)
async def undo_change(
    db: Db,
    feed: NamedDependency[Feed],
    member: Member,
    change_id: RowId,
    data: JSONBody[UndoRequest],
) -> Answer[Changed]:
    """Go back to the address before a change, and get its ticket back. Once a ticket."""
    return ok(await service.undo(db, feed, member.viewer, change_id, seen=data.address))


ROUTES = [preview_change, change_address, list_changes, get_change, undo_change]
