"""The calls about plans and their prices; changes of them are in `changes`."""

from litestar import get

from ieum.shop.catalog.desk import queries, sheet
from ieum.shop.catalog.desk.types import PlanPage, PoolChoice, SoldPlan
from ieum.shop.catalog.operating import PlanNotFound
from ieum.shop.catalog.types import PlanId
from ieum.shop.desk.access import reads
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, RowId, ok

PLANS = "/api/v1/console/plans"


@get(PLANS, **reads("catalog.view"))
async def list_plans(conn: Conn) -> Answer[Items[SoldPlan]]:
    """Every plan with its prices of now, also those that nobody can buy."""
    return ok(Items(await sheet.list_plans(conn)))


@get("/api/v1/console/address-pools", **reads("catalog.view"))
async def list_pools(conn: Conn) -> Answer[Items[PoolChoice]]:
    """The pools of addresses that a plan can sell."""
    return ok(Items(await queries.list_pools(conn)))


@get(f"{PLANS}/{{id:int}}", **reads("catalog.view", PlanNotFound))
async def get_plan(conn: Conn, id: RowId) -> Answer[PlanPage]:
    page = await sheet.find_page(conn, PlanId(id))
    if page is None:
        raise PlanNotFound
    return ok(page)


ROUTES = [list_plans, list_pools, get_plan]
