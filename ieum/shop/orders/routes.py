"""Quote and order."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.errors import CrossSite, InvalidFields, Unauthenticated, refusals
from ieum.shop.http import Answer, Caller, Conn, created, ok
from ieum.shop.members.authentication import MEMBERS_ONLY, Member
from ieum.shop.orders import service
from ieum.shop.orders.types import OrderRequest, PlacedOrder, Quote, QuoteRequest


@post(
    "/api/v1/orders/quote",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals(
        Unauthenticated, CrossSite, InvalidFields, service.PlanNotFound, service.BillingUnavailable
    ),
)
async def quote(conn: Conn, member: Member, data: JSONBody[QuoteRequest]) -> Answer[Quote]:
    """What it would cost now; nothing is held."""
    return ok(await service.quote(conn, member.member_id, data))


@post(
    "/api/v1/orders",
    dependencies=MEMBERS_ONLY,
    responses=refusals(
        Unauthenticated,
        CrossSite,
        InvalidFields,
        service.PlanNotFound,
        service.BillingUnavailable,
        service.OrderInProgress,
        service.SoldOut,
    ),
)
async def place_order(
    conn: Conn, member: Member, caller: Caller, data: JSONBody[OrderRequest]
) -> Answer[PlacedOrder]:
    """Order at the price of now and hold the addresses for 15 minutes."""
    return created(await service.place(conn, member.member_id, data, address=caller))


ROUTES = [quote, place_order]
