"""The calls about profit by address, and about what addresses cost."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.console.numbers import costs, profits, queries
from ieum.shop.console.numbers.profit_filters import ProfitFilters, where_of
from ieum.shop.console.numbers.profit_types import AddressProfit, Month, PoolCost
from ieum.shop.desk.access import reads
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Items, Listed
from ieum.shop.kernel.http import Answer, Conn, ok


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
    """List what each address earned in a month; without `month`, in the newest that is kept."""
    filters = ProfitFilters(month=month, pool=pool, q=q)
    return ok(await profits.list_profits(conn, where_of(filters), order, after=after, size=size))


@get("/api/v1/console/pool-costs", **reads("numbers.view"))
async def list_pool_costs(conn: Conn) -> Answer[Items[PoolCost]]:
    """List what an address of each pool costs a month."""
    return ok(Items(await costs.list_costs(conn, queries.today())))


ROUTES = [list_address_profits, list_pool_costs]
