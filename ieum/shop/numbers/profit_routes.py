"""The calls about profit by address, and about what addresses cost."""

from litestar import get

from ieum.shop.desk.access import reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, ok
from ieum.shop.numbers import costs, queries
from ieum.shop.numbers.profit_listed import PROFITS
from ieum.shop.numbers.profit_types import PoolCost


@get("/api/v1/console/pool-costs", **reads("numbers.view"))
async def list_pool_costs(conn: Conn) -> Answer[Items[PoolCost]]:
    """List what an address of each pool costs a month."""
    return ok(Items(await costs.list_costs(conn, queries.today())))


ROUTES = [route_of(PROFITS), list_pool_costs]
