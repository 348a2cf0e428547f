"""A running dynamic service of a member, with how it changes its address."""

from ieum.shop.kernel.db import Connection
from ieum.shop.members.types import Viewer
from ieum.shop.rotation import queries
from ieum.shop.rotation.types import Turning
from ieum.shop.services import devices
from ieum.shop.services import queries as services


async def find(conn: Connection, viewer: Viewer, service: int) -> Turning:
    turning = await queries.find_turning(conn, service, viewer.owner)
    if turning is None:
        raise await devices.refusal_of(conn, viewer, service)
    return turning


async def lock(conn: Connection, viewer: Viewer, service: int) -> Turning:
    """The lock and the read are two statements: a single one that waited would read what was there before the wait."""
    await services.hold_with_order(conn, service, viewer.owner)
    return await find(conn, viewer, service)
