"""The calls by which gateways say how their hosts are, and find out whether they are reached."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ieum.shop.gateways import hosts, knocks
from ieum.shop.gateways.hosts import HostReport
from ieum.shop.gateways.knocks import Knock, KnocksNowhere
from ieum.shop.gateways.routes import AUTHENTICATED, LISTENING, Caller
from ieum.shop.gateways.service import UnknownGateway
from ieum.shop.kernel.errors import InvalidFields, TooManyRequests
from ieum.shop.kernel.http import Conn, ShopSettings
from ieum.shop.kernel.limits import MinuteCounts
from ieum.shop.kernel.problems import refusals


@post(
    "/gateway/v1/health",
    status_code=204,
    dependencies=AUTHENTICATED,
    responses=refusals(UnknownGateway, InvalidFields, TooManyRequests),
)
async def report_health(
    conn: Conn, counts: NamedDependency[MinuteCounts], gateway: Caller, data: JSONBody[HostReport]
) -> None:
    """Hear of a gateway's clock, its connections and what is in the way of its customers."""
    counts.count("health", str(gateway.id), a_minute=hosts.A_MINUTE)
    await hosts.record(conn, gateway, data)


@post(
    "/gateway/v1/knock",
    status_code=204,
    dependencies=LISTENING,
    responses=refusals(UnknownGateway, KnocksNowhere, InvalidFields, TooManyRequests),
)
async def knock(
    settings: ShopSettings, counts: NamedDependency[MinuteCounts], gateway: Caller, data: JSONBody[Knock]
) -> None:
    """Send a gateway's own handshake to its port. No connection is held meanwhile; a lab's shop sends none."""
    if not settings.production:
        raise KnocksNowhere
    counts.count("knocks", str(gateway.id), a_minute=knocks.A_MINUTE)
    await knocks.send(gateway.endpoint, knocks.read(data))


ROUTES = [report_health, knock]
