"""Quote and order."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from ieum.shop.errors import CrossSite, InvalidFields, Unauthenticated, refusals
from ieum.shop.http import Answer, Caller, Conn, created, ok
from ieum.shop.members.authentication import MEMBERS_ONLY, Member
from ieum.shop.orders import service
from ieum.shop.orders.types import OrderRequest, OrderView, PlacedOrder, Quote, QuoteRequest

OrderKey = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{6,64}(?!\n)$")]


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


@get(
    "/api/v1/orders/{order_id:str}",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, service.OrderNotFound),
)
async def get_order(conn: Conn, member: Member, order_id: OrderKey) -> Answer[OrderView]:
    return ok(await service.view(conn, member.member_id, order_id))


ROUTES = [quote, place_order, get_order]
