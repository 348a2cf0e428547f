"""Shows staff the sessions of a service as the gateways saw them: of the client's address only the beginning."""

from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import LiteralString

import msgspec

from ieum.shop.desk.listing import Column, List, NoFilters
from ieum.shop.desk.lists import Where, newest


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


class SessionRow(msgspec.Struct, rename="camel"):
    """A session as it is kept: `client` is sealed."""

    device_id: int
    device_name: str | None
    exit_address: str
    client: bytes | None
    began_at: datetime
    ended_at: datetime | None
    rx_bytes: int
    tx_bytes: int


# Of one service: sessions that ended, and those that run.
_OF_SERVICE: LiteralString = """
    (SELECT device_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes, 'e' || id AS place
       FROM usage_sessions WHERE service_id = %(service)s
      UNION ALL
     SELECT n.device_id, n.session_exit, n.session_client, n.session_began_at,
            CASE WHEN n.last_handshake_at < now() - make_interval(secs => %(silence)s) THEN n.last_handshake_at END,
            n.session_rx, n.session_tx, 'r' || n.device_id
       FROM devices o JOIN device_usage n ON n.device_id = o.id
      WHERE o.service_id = %(service)s AND n.session_began_at IS NOT NULL) u
"""
SESSIONS = List(
    name="service-sessions",
    below="services/{id:int}/sessions",
    label="접속 내역",
    permission="services.view",
    filters=NoFilters,
    where_of=lambda _: Where(),
    key="u.place",
    counted=_OF_SERVICE,
    source=f"{_OF_SERVICE} LEFT JOIN devices d ON d.id = u.device_id",
    orders={"newest": newest("u.began_at", "u.place", "text")},
    row=SessionRow,
    is_kept_here=True,
    columns=(
        Column("began_at", "시작", "u.began_at", "when"),
        Column("ended_at", "끝", "u.ended_at", "when"),
        Column("device_id", "기기 번호", "u.device_id", on="row"),
        Column("device_name", "기기", "d.name", "own"),
        Column("exit_address", "나간 IP", "host(u.exit_address)", "own"),
        Column("client", "접속한 쪽", "u.client", "own"),
        Column("rx_bytes", "보냄", "u.rx_bytes", "own"),
        Column("tx_bytes", "받음", "u.tx_bytes", "own"),
    ),
)


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
