"""Shows staff the sessions of a service as the gateways saw them: of the client's address only the beginning."""

from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_address

import msgspec
from litestar import get
from litestar.di import NamedDependency

from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.parameters import After, Size
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.unsealing import unseal
from ieum.shop.services.desk import queries as services
from ieum.shop.services.desk.refusals import ServiceMissing
from ieum.shop.services.types import CONNECTED_SECONDS
from ieum.shop.usage import queries as usage


class SeenSession(msgspec.Struct, rename="camel"):
    """A session as the gateway saw it. `client`: where it came from, its last parts hidden; null where not known."""

    device_id: int
    device_name: str | None
    exit_address: str
    client: str | None
    began_at: datetime
    ended_at: datetime | None
    rx_bytes: int
    tx_bytes: int


class _SessionRow(msgspec.Struct):
    device_id: int
    device_name: str | None
    exit_address: str
    client: bytes | None
    began_at: datetime
    ended_at: datetime | None
    rx_bytes: int
    tx_bytes: int
    place: str


async def list_sessions(
    conn: Connection, service: int, sealer: Sealer, *, after: str | None, size: int
) -> Listed[SeenSession]:
    """The newest first, those that run among them."""
    where = Where()
    where.add("true", service=service, silence=CONNECTED_SECONDS)
    found = await fetch_listed(
        conn,
        _SessionRow,
        select="""u.device_id, d.name AS device_name, host(u.exit_address) AS exit_address, u.client, u.began_at,
                  u.ended_at, u.rx_bytes, u.tx_bytes, u.place""",
        source="""(SELECT device_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes,
                          'e' || id AS place
                     FROM usage_sessions WHERE service_id = %(service)s
                    UNION ALL
                   SELECT n.device_id, n.session_exit, n.session_client, n.session_began_at,
                          CASE WHEN n.last_handshake_at < now() - make_interval(secs => %(silence)s)
                               THEN n.last_handshake_at END,
                          n.session_rx, n.session_tx, 'r' || n.device_id
                     FROM devices o JOIN device_usage n ON n.device_id = o.id
                    WHERE o.service_id = %(service)s AND n.session_began_at IS NOT NULL) u
                  LEFT JOIN devices d ON d.id = u.device_id""",
        where=where,
        order=Order(
            "u.began_at DESC, u.place DESC",
            "(u.began_at, u.place) < (%(cursor_0)s::text::timestamptz, %(cursor_1)s::text)",
            width=2,
        ),
        cursor=lambda row: (row.began_at.isoformat(), row.place),
        after=after,
        size=size,
    )
    seen = [await _seen(conn, row, sealer) for row in found.items]
    return Listed(seen, found.next, found.count, found.count_is_more)


async def _seen(conn: Connection, row: _SessionRow, sealer: Sealer) -> SeenSession:
    return SeenSession(
        device_id=row.device_id,
        device_name=row.device_name,
        exit_address=row.exit_address,
        client=await _masked(conn, row, sealer),
        began_at=row.began_at,
        ended_at=row.ended_at,
        rx_bytes=row.rx_bytes,
        tx_bytes=row.tx_bytes,
    )


async def _masked(conn: Connection, row: _SessionRow, sealer: Sealer) -> str | None:
    if row.client is None:
        return None
    try:
        return mask_client(await unseal(conn, sealer, row.client, of=usage.place_of(row.device_id)))
    except SealBrokenError:
        return None


def mask_client(address: str) -> str:
    """203.0.113.7 → 203.0.*.*, 2001:db8:1::7 → 2001:db8:*: enough to tell two networks apart, not to find anybody."""
    try:
        parsed: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return "*"
    if isinstance(parsed, IPv4Address):
        return ".".join(str(parsed).split(".")[:2]) + ".*.*"
    first, second, *_ = parsed.exploded.split(":")
    return f"{int(first, 16):x}:{int(second, 16):x}:*"


@get("/api/v1/console/services/{id:int}/sessions", **reads("services.view", ServiceMissing))
async def list_service_sessions(
    conn: Conn,
    staff: Reader,
    sealer: NamedDependency[Sealer],
    id: RowId,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[SeenSession]]:
    """Its use as the gateways saw it."""
    del staff
    if await services.find_service(conn, id) is None:
        raise ServiceMissing
    return ok(await list_sessions(conn, id, sealer, after=after, size=size))


ROUTES = [list_service_sessions]
