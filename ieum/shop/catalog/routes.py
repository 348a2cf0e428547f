"""The call that lists plans, open to everybody."""

from litestar import get
from litestar.params import FromQuery

from ieum.shop.catalog import service
from ieum.shop.catalog.types import Kind, Plan
from ieum.shop.kernel.caching import FOR_EVERYBODY
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.kernel.http import Answer, Conn, ok
from ieum.shop.kernel.problems import refusals


@get("/api/v1/catalog/plans", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_plans(conn: Conn, kind: FromQuery[Kind]) -> Answer[list[Plan]]:
    """List what can be bought now: carrier, periods with prices (VAT included), stock."""
    return ok(await service.list_plans(conn, kind))


ROUTES = [list_plans]
