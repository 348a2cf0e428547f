"""Route of the sessions of a service. Apart from `desk`, because jobs and commands need no web framework."""

from collections.abc import Sequence

from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.desk.lists import Where
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.unsealing import unseal
from ieum.shop.services.desk import queries as services
from ieum.shop.services.desk.refusals import ServiceMissing
from ieum.shop.services.types import CONNECTED_SECONDS
from ieum.shop.usage import queries as usage
from ieum.shop.usage.desk import SESSIONS, SeenSession, SessionRow, mask_client


async def _of_service(reading: Reading, where: Where) -> None:
    """Narrow to the sessions of the service. Raises ServiceMissing."""
    if await services.find_service(reading.conn, reading.of) is None:
        raise ServiceMissing
    where.add("true", service=reading.of, silence=CONNECTED_SECONDS)


async def _unsealed(reading: Reading, rows: Sequence[SessionRow]) -> list[SeenSession]:
    return [
        SeenSession(
            device_id=row.device_id,
            device_name=row.device_name,
            exit_address=row.exit_address,
            client=await _masked(reading.conn, row, reading.sealer),
            began_at=row.began_at,
            ended_at=row.ended_at,
            rx_bytes=row.rx_bytes,
            tx_bytes=row.tx_bytes,
        )
        for row in rows
    ]


async def _masked(conn: Connection, row: SessionRow, sealer: Sealer) -> str | None:
    if row.client is None:
        return None
    try:
        return mask_client(await unseal(conn, sealer, row.client, of=usage.place_of(row.device_id)))
    except SealBrokenError:
        return None


ROUTES = [route_of(SESSIONS, ServiceMissing, narrow=_of_service, complete=_unsealed, answers=SeenSession)]
