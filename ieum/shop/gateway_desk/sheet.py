"""The sheet of a gateway: what the changes of staff depend on."""

from collections.abc import Sequence

import msgspec

from ieum.shop.desk.changes import Case, Thing
from ieum.shop.desk.types import Facts
from ieum.shop.gateway_desk import queries
from ieum.shop.gateway_desk.refusals import GatewayNotFound
from ieum.shop.gateway_desk.types import EvacuationProgress, GatewayLine
from ieum.shop.gateways import enrolment, state_queries
from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways.enrolment import Backup
from ieum.shop.gateways.state_queries import Behind
from ieum.shop.gateways.types import Gateway, GatewayId
from ieum.shop.kernel.db import Connection


class GatewayNow(msgspec.Struct, frozen=True):
    """`is_running`: it was heard of within five minutes. `served` are the services and members behind it.

    `unplanned` and `room` are looked up for an evacuation: services to be moved, and addresses on other gateways.
    """

    line: GatewayLine
    known: Gateway
    devices: int
    served: Behind
    is_running: bool
    copies: Sequence[Backup]
    progress: EvacuationProgress | None
    unplanned: int = 0
    room: int = 0


async def find(conn: Connection, gateway: int) -> GatewayNow | None:
    line = await queries.find_gateway(conn, gateway)
    if line is None:
        return None
    return GatewayNow(
        line=line,
        known=await gateways.get_gateway(conn, line.id),
        devices=await queries.count_devices(conn, line.id),
        served=await state_queries.count_behind(conn, line.id),
        is_running=await queries.is_running(conn, line.id),
        copies=await enrolment.list_backups(conn, line.name),
        progress=await queries.find_evacuation(conn, line.id),
    )


def facts(now: GatewayNow) -> Facts:
    return {
        "wanted": now.line.wanted,
        "publicKey": now.known.public_key,
        "tunnelNetwork": now.known.tunnel_network,
        "mtu": now.known.mtu,
        "isEvacuated": now.line.is_evacuated,
    }


GATEWAY = Thing(
    name="gateway",
    label="게이트웨이",
    screen="gateways",
    find=find,
    missing=GatewayNotFound,
    facts=facts,
)
type GatewayCase[W] = Case[GatewayId, GatewayNow, W]
