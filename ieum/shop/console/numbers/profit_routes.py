"""The calls about profit by address, and about what addresses cost."""

from typing import Annotated

from litestar import get, post, put
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.numbers import costs, profits, queries
from ieum.shop.console.numbers.profit_filters import ProfitFilters, where_of
from ieum.shop.console.numbers.profit_types import (
    AddressProfit,
    Month,
    PoolCost,
    PoolCostPress,
    PoolCostWish,
)
from ieum.shop.desk.access import Acting, Reader, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.types import Items, Listed, Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, ok


@get("/api/v1/console/address-profits", **reads("numbers.view"))
async def list_address_profits(
    conn: Conn,
    q: Words = None,
    month: Annotated[Month | None, QueryParameter(required=False)] = None,
    pool: Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)] = None,
    order: Annotated[profits.ProfitOrder, QueryParameter(required=False)] = "-profit",
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[AddressProfit]]:
    """What each address earned in a month, without one in the newest that is kept."""
    filters = ProfitFilters(month=month, pool=pool, q=q)
    return ok(await profits.list_profits(conn, where_of(filters), order, after=after, size=size))


@get("/api/v1/console/pool-costs", **reads("numbers.view"))
async def list_pool_costs(conn: Conn) -> Answer[Items[PoolCost]]:
    """What one address of each pool costs a month."""
    return ok(Items(await costs.list_costs(conn, queries.today())))


@post("/api/v1/console/pool-costs/{id:int}/preview", status_code=200, **reads("numbers.costs"))
async def preview_pool_cost(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[PoolCostWish]
) -> Answer[Preview]:
    del staff
    return ok(await costs.preview(conn, id, data, queries.today()))


@put("/api/v1/console/pool-costs/{id:int}", **changes("numbers.costs", PreviewChanged))
async def change_pool_cost(act: Acting, id: RowId, data: JSONBody[PoolCostPress]) -> Answer[PoolCost]:
    """Set what an address of the pool costs from a month on; profits are counted again."""
    return ok(await costs.change(act, id, data, queries.today()))


ROUTES = [list_address_profits, list_pool_costs, preview_pool_cost, change_pool_cost]
