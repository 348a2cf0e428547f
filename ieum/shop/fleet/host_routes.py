"""The call by which gateways say how their hosts are."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.fleet import hosts
from ieum.shop.fleet.hosts import HostReport
from ieum.shop.fleet.routes import AUTHENTICATED, Caller
from ieum.shop.fleet.service import UnknownGateway
from ieum.shop.kernel.errors import InvalidFields, refusals
from ieum.shop.kernel.http import Conn


@post(
    "/gateway/v1/health",
    status_code=204,
    dependencies=AUTHENTICATED,
    responses=refusals(UnknownGateway, InvalidFields),
)
async def report_health(conn: Conn, gateway: Caller, data: JSONBody[HostReport]) -> None:
    """Hear of a gateway's clock and connections. Gateways of the version before do not say so."""
    await hosts.record(conn, gateway, data)


ROUTES = [report_health]
