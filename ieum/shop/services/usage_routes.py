"""What gateways report of their peers."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.fleet.routes import AUTHENTICATED, Caller
from ieum.shop.fleet.service import UnknownGateway
from ieum.shop.fleet.types import Usage
from ieum.shop.kernel.errors import InvalidFields, refusals
from ieum.shop.kernel.http import Conn
from ieum.shop.services import service

# 20,000 peers, the largest report there is.
USAGE_LIMIT = 4 * 1024 * 1024


@post(
    "/gateway/v1/usage",
    status_code=204,
    dependencies=AUTHENTICATED,
    request_max_body_size=USAGE_LIMIT,
    responses=refusals(UnknownGateway, InvalidFields),
)
async def report_usage(conn: Conn, gateway: Caller, data: JSONBody[Usage]) -> None:
    """Handshakes and byte counts of this gateway's peers; never where they went."""
    await service.record_usage(conn, gateway.id, data.peers)


ROUTES = [report_usage]
