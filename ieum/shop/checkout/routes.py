"""Endpoints that quote and place an order."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.checkout import placing
from ieum.shop.kernel.http import Answer, Caller, Conn, ShopSettings, created, ok
from ieum.shop.kernel.problems import refusals_of_change
from ieum.shop.members.authentication import MEMBERS_ONLY, Member
from ieum.shop.orders import claims, service
from ieum.shop.orders.types import OrderRequest, PlacedOrder, Quote, QuoteRequest

REFUSALS = (
    placing.PlanNotFound,
    placing.BillingUnavailable,
    placing.ServiceNotFound,
    placing.ServiceNotActive,
    placing.ServiceSubscribed,
    placing.RenewalUnderWay,
)


@post(
    "/api/v1/orders/quote",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(*REFUSALS),
)
async def quote(
    conn: Conn, member: Member, settings: ShopSettings, data: JSONBody[QuoteRequest]
) -> Answer[Quote]:
    """Compute the price now. Nothing is held, but `quote` keeps the price for 15 minutes."""
    return ok(await placing.quote(conn, member.member_id, data, key=settings.secret_key))


@post(
    "/api/v1/orders",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(
        *REFUSALS,
        placing.QuoteExpired,
        service.OrderInProgress,
        service.SoldOut,
        service.TooManyDeposits,
        service.TooManyOrders,
        claims.TooManyAddresses,
        claims.TooManyOfNetwork,
    ),
)
async def place_order(
    conn: Conn, member: Member, settings: ShopSettings, caller: Caller, data: JSONBody[OrderRequest]
) -> Answer[PlacedOrder]:
    """Place an order and hold its addresses for 15 minutes. `paid` in the answer: points have paid all of it."""
    return created(await placing.place(conn, member.member_id, data, key=settings.secret_key, address=caller))


ROUTES = [quote, place_order]
