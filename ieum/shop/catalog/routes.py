"""Plans, for everybody."""

from litestar import get
from litestar.params import FromQuery

from ieum.shop.catalog import service
from ieum.shop.catalog.types import Kind, Plan
from ieum.shop.errors import InvalidFields, refusals
from ieum.shop.http import Answer, Conn, ok
from ieum.shop.kept import FOR_EVERYBODY


@get("/api/v1/catalog/plans", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_plans(conn: Conn, kind: FromQuery[Kind]) -> Answer[list[Plan]]:
    """What can be bought now: carrier, periods with prices (VAT included), stock."""
    return ok(await service.list_plans(conn, kind))


ROUTES = [list_plans]
