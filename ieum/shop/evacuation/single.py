"""Moves one service to another gateway: its member is offered the move, and presses, as in an evacuation."""

from datetime import datetime

from ieum.shop.evacuation import queries
from ieum.shop.evacuation.refusals import MoveUnderWay, NoRoomElsewhere
from ieum.shop.evacuation.types import LEAST_DAYS
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection
from ieum.shop.services import queries as services
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import moves


async def offer(
    conn: Connection, service: ServiceId, *, until: datetime, reason: str, to: GatewayId | None = None
) -> None:
    """Keep an address elsewhere for a service; `reason` is what its member reads, `to` the only gateway that will do.

    Should what is kept there become unfit before the member presses, another is kept wherever there is room.

    Raises ServiceNotFound, MoveUnderWay and NoRoomElsewhere.
    """
    await services.hold_with_order(conn, service)
    at = await services.find_gateway(conn, service)
    if at is None:
        raise ServiceNotFound
    if await queries.find_open_move(conn, service) is not None:
        raise MoveUnderWay
    coming = await moves.keep_address(conn, service, to=to)
    if coming is None:
        raise NoRoomElsewhere
    begun = await queries.insert_evacuation(
        conn, at.gateway_id, until=until, reason=reason.strip(), service=service
    )
    await queries.insert_move(conn, begun, service, new_gateway=coming.gateway_id, least_days=LEAST_DAYS)
    # Its member is mailed from then on.
    await queries.note_planned(conn, begun)
