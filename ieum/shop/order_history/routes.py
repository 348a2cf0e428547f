"""A member's payment history: the list of orders, one order, and its contract."""

from typing import Annotated

from litestar import get
from litestar.params import PathParameter

from ieum.shop.kernel.errors import InvalidFields, Unauthenticated
from ieum.shop.kernel.http import Answer, Conn, Page, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals
from ieum.shop.members.authentication import MEMBERS_ONLY, Member
from ieum.shop.order_history import contract, queries, service
from ieum.shop.order_history.types import Contract, OpenOrders, OrderView
from ieum.shop.orders.service import OrderNotFound

OrderKey = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{6,64}(?!\n)$")]


@get("/api/v1/orders", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated, InvalidFields))
async def list_orders(conn: Conn, member: Member, page: Page = 1) -> Answer[Listing[OrderView]]:
    """Every order of this member, newest first."""
    return ok(await service.list_page(conn, member.member_id, page))


@get("/api/v1/open-orders", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated))
async def list_open_orders(conn: Conn, member: Member) -> Answer[OpenOrders]:
    """List what this member has not paid yet, and payments that are being looked up."""
    return ok(await queries.list_open(conn, member.member_id))


@get(
    "/api/v1/orders/{order_id:str}",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, OrderNotFound),
)
async def get_order(conn: Conn, member: Member, order_id: OrderKey) -> Answer[OrderView]:
    return ok(await service.view(conn, member.member_id, order_id))


@get(
    "/api/v1/orders/{order_id:str}/contract",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, OrderNotFound, contract.NoContract),
)
async def get_contract(conn: Conn, member: Member, order_id: OrderKey) -> Answer[Contract]:
    """The contract of a paid order, to be kept or printed; the buyer's name is whole, the rest masked."""
    return ok(await contract.draw_up(conn, member.member_id, order_id))


ROUTES = [list_orders, list_open_orders, get_order, get_contract]
