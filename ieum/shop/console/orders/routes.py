"""The calls of the screens about orders and their money."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.console.orders import queries, service
from ieum.shop.console.orders.filters import OrderFilters, OrderStateName, where_of
from ieum.shop.console.orders.types import OrderLine, OrderPage, Trouble
from ieum.shop.desk.access import reads
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.http import Answer, Conn, ok
from ieum.shop.order_history.routes import OrderKey
from ieum.shop.order_history.types import RefundState
from ieum.shop.orders.desk.refusals import ConsoleOrderNotFound
from ieum.shop.orders.types import Method, OrderKind

MostWon = Annotated[int | None, QueryParameter(name="amountTo", ge=0, le=2**31 - 1, required=False)]
LeastWon = Annotated[int | None, QueryParameter(name="amountFrom", ge=0, le=2**31 - 1, required=False)]


@get("/api/v1/console/orders", **reads("orders.view"))
async def list_console_orders(
    conn: Conn,
    q: Words = None,
    which: Annotated[OrderStateName | None, QueryParameter(name="state", required=False)] = None,
    kind: Annotated[OrderKind | None, QueryParameter(required=False)] = None,
    method: Annotated[Method | None, QueryParameter(required=False)] = None,
    refund: Annotated[RefundState | None, QueryParameter(required=False)] = None,
    trouble: Annotated[Trouble | None, QueryParameter(required=False)] = None,
    member: Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)] = None,
    amount_from: LeastWon = None,
    amount_to: MostWon = None,
    since: Annotated[datetime | None, QueryParameter(name="from", required=False)] = None,
    until: Annotated[datetime | None, QueryParameter(name="to", required=False)] = None,
    order: Annotated[queries.Sorting | None, QueryParameter(required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[OrderLine]]:
    """Newest first, or by amount. `q` is the begin of an order's number or payment key, or a card's last digits."""
    filters = OrderFilters(
        q=q,
        state=which,
        kind=kind,
        method=method,
        refund=refund,
        trouble=trouble,
        member=member,
        amount_from=amount_from,
        amount_to=amount_to,
        from_=since,
        to=until,
    )
    page = await queries.list_orders(conn, where_of(filters), order or "-time", after=after, size=size)
    return ok(service.masked(page))


@get("/api/v1/console/orders/{order_id:str}", **reads("orders.view", ConsoleOrderNotFound))
async def get_console_order(conn: Conn, order_id: OrderKey) -> Answer[OrderPage]:
    return ok(await service.get_page(conn, order_id))


ROUTES = [list_console_orders, get_console_order]
