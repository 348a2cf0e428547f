"""Calls on gateways."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.console.gateways import queries, service
from ieum.shop.console.gateways.filters import GatewayFilters, Needs, where_of
from ieum.shop.console.gateways.refusals import GatewayNotFound
from ieum.shop.console.gateways.types import GatewayLine, GatewaySheet
from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Listed
from ieum.shop.gateways.state_queries import GatewayState
from ieum.shop.kernel.http import Answer, Conn, RowId, ok


@get("/api/v1/console/gateways", **reads("gateways.view"))
async def list_gateways(
    conn: Conn,
    staff: Reader,
    q: Words = None,
    which: Annotated[GatewayState | None, QueryParameter(name="state", required=False)] = None,
    needs: Annotated[Needs | None, QueryParameter(required=False)] = None,
    after: After = None,
    # As many as fit: they are few, and where one is chosen all of them are offered.
    size: Size = 200,
) -> Answer[Listed[GatewayLine]]:
    """List gateways, those first that need somebody."""
    del staff
    where = where_of(GatewayFilters(q=q, state=which, needs=needs))
    return ok(await queries.list_gateways(conn, where, after=after, size=size))


@get("/api/v1/console/gateways/{id:int}", **reads("gateways.view", GatewayNotFound))
async def get_gateway(conn: Conn, staff: Reader, id: RowId) -> Answer[GatewaySheet]:
    """Show a gateway: its state, its addresses, and its evacuation."""
    return ok(await service.show(conn, id, staff.id))


ROUTES = [list_gateways, get_gateway]
