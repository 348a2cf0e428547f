"""What happened to a service, and its use as the gateways saw it: whence it came is hidden but for its beginning."""

from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_address

import msgspec

from ieum.shop.console.lists import Order, Where, fetch_listed
from ieum.shop.console.services.types import SeenSession, ServiceEvent
from ieum.shop.console.types import Listed
from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.unsealing import unseal
from ieum.shop.services.types import CONNECTED_SECONDS
from ieum.shop.usage import queries as usage

MOST = 100


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


async def list_events(conn: Connection, service: int) -> list[ServiceEvent]:
    """The newest hundred. What staff did stands in the record as well, with their names."""
    return await fetch_all(
        conn,
        ServiceEvent,
        """
        SELECT id, at, kind, facts FROM (
            SELECT 'p' || p.order_id AS id, coalesce(o.paid_at, p.starts_at) AS at, 'period' AS kind,
                   jsonb_build_object('orderId', p.order_id, 'until', p.ends_at) AS facts
              FROM service_periods p JOIN orders o ON o.id = p.order_id WHERE p.service_id = %(service)s
             UNION ALL
            SELECT 'r' || order_id, refunded_at, 'refunded', jsonb_build_object('orderId', order_id)
              FROM service_periods WHERE service_id = %(service)s AND refunded_at IS NOT NULL
             UNION ALL
            (SELECT 'l' || l.id, l.active_at, 'address',
                    jsonb_build_object('address', host(e.address), 'cause', l.cause, 'gateway', g.name)
               FROM leases l
               JOIN exit_addresses e ON e.id = l.address_id
               JOIN gateways g ON g.id = e.gateway_id
              WHERE l.service_id = %(service)s AND l.active_at IS NOT NULL
              ORDER BY l.id DESC LIMIT %(most)s)
             UNION ALL
            SELECT 'x' || id, at, 'extended', jsonb_build_object('days', days, 'undone', undone_at IS NOT NULL)
              FROM service_extensions WHERE service_id = %(service)s
             UNION ALL
            (SELECT 'd' || id, created_at, 'device', jsonb_build_object('name', name)
               FROM devices WHERE service_id = %(service)s ORDER BY created_at DESC LIMIT %(most)s)
             UNION ALL
            (SELECT 'g' || id, removed_at, 'device_removed', jsonb_build_object('name', name)
               FROM devices WHERE service_id = %(service)s AND removed_at IS NOT NULL
              ORDER BY removed_at DESC LIMIT %(most)s)
             UNION ALL
            SELECT 'm' || v.id, v.offered_at, 'move_offered',
                   jsonb_build_object('gateway', g.name, 'state', v.state, 'until', v.until)
              FROM service_moves v JOIN gateways g ON g.id = v.new_gateway_id
             WHERE v.service_id = %(service)s
             UNION ALL
            SELECT 'c' || id, closed_at, 'closed', jsonb_build_object('state', state)
              FROM services WHERE id = %(service)s AND closed_at IS NOT NULL
             UNION ALL
            SELECT 's' || id, stopped_at, 'stopped', '{}' FROM services
             WHERE id = %(service)s AND stopped_at IS NOT NULL
        ) happened
         ORDER BY at DESC, id DESC LIMIT %(most)s
        """,
        service=service,
        most=MOST,
    )
