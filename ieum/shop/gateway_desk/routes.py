"""Calls on gateways."""

from litestar import get

from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.gateway_desk import service
from ieum.shop.gateway_desk.listed import GATEWAYS
from ieum.shop.gateway_desk.refusals import GatewayNotFound
from ieum.shop.gateway_desk.types import GatewaySheet
from ieum.shop.kernel.http import Answer, Conn, RowId, ok


@get("/api/v1/console/gateways/{id:int}", **reads("gateways.view", GatewayNotFound))
async def get_gateway(conn: Conn, staff: Reader, id: RowId) -> Answer[GatewaySheet]:
    """Show a gateway: its state, its addresses, and its evacuation."""
    return ok(await service.show(conn, id, staff.id))


ROUTES = [route_of(GATEWAYS), get_gateway]
