"""Shows a gateway: how it is, what it has, and how far its evacuation is."""

from ieum.shop.desk.types import StaffId
from ieum.shop.gateway_desk import queries
from ieum.shop.gateway_desk.faults import places_of
from ieum.shop.gateway_desk.refusals import GatewayNotFound
from ieum.shop.gateway_desk.types import GatewaySheet, KeyCopy
from ieum.shop.gateways import enrolment
from ieum.shop.gateways import queries as gateways
from ieum.shop.kernel.db import Connection


async def show(conn: Connection, gateway: int, staff: StaffId) -> GatewaySheet:
    """Show it to one person. Raises GatewayNotFound."""
    line = await queries.find_gateway(conn, gateway)
    if line is None:
        raise GatewayNotFound
    known = await gateways.get_gateway(conn, line.id)
    return GatewaySheet(
        gateway=line,
        public_key=known.public_key,
        tunnel_network=known.tunnel_network,
        tunnel_places=places_of(known.tunnel_network),
        mtu=known.mtu,
        devices=await queries.count_devices(conn, line.id),
        revision=known.revision,
        acked_revision=known.revision - line.lag,
        key_copies=[
            KeyCopy(number, copy.kept_at)
            for number, copy in enumerate(await enrolment.list_backups(conn, line.name), start=1)
        ],
        code_takes_two=await queries.takes_two(conn, line.id, staff),
        code_until=await enrolment.find_open_code(conn, line.id),
        host=await queries.find_host(conn, line.id),
        pools=await queries.list_pools(conn, line.id),
        evacuation=await queries.find_evacuation(conn, line.id),
    )
