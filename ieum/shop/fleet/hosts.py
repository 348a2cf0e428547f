"""What gateways say of their hosts: whether their clocks are right, and how full the table of connections is.

Services end by the host's own clock, and packets of connections beyond what the host can track are dropped.
"""

from datetime import UTC, datetime
from typing import Annotated, LiteralString

import msgspec
from msgspec import Meta

from ieum.shop.fleet.types import Gateway, GatewayId
from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, execute, fetch_one

CLOCK, FULL = "gateway_clock_off", "gateway_connections_full"
MOST_SKEW_MS = 5_000
# No call is so long on its way: the agent gives up before.
LONGEST_WAY_MS = 20_000
# A call that was slow on its way looks like a clock that is behind. A busy shop, or line, makes some in a row slow.
REPORTS, REPORTS_THAT_MAY_BE_SLOW = 2, 10
FULL_PERCENT, ENOUGH_PERCENT = 80, 70

_HOST: LiteralString = """
    SELECT name, host_reported_at AS reported_at, clock_skew_ms, clock_off_reports, tracked_connections AS connections,
           most_connections AS most
      FROM gateways
"""


class HostReport(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """`sentAt` is by the gateway's clock. A gateway that carries no traffic knows of no connections."""

    sent_at: Annotated[datetime, Meta(tz=True)]
    connections: Annotated[int, Meta(ge=0, le=2**40)] | None = None
    most_connections: Annotated[int, Meta(ge=1, le=2**40)] | None = None


class Host(msgspec.Struct):
    name: str
    reported_at: datetime | None
    clock_skew_ms: int | None
    clock_off_reports: int
    connections: int | None
    most: int | None


async def record(conn: Connection, gateway: Gateway, report: HostReport) -> None:
    """Keep what a gateway says of its host; raise or clear its alarms where that changes something."""
    now = datetime.now(UTC)
    before = await _lock(conn, gateway.id)
    skew = round((now - report.sent_at).total_seconds() * 1000)
    off = before.clock_off_reports + 1 if abs(skew) > MOST_SKEW_MS else 0
    most = report.most_connections
    connections = None if most is None else report.connections or 0
    await _put(conn, gateway.id, skew=skew, off=off, connections=connections, most=most)
    may_be_slow = 0 < skew <= LONGEST_WAY_MS
    if off == REPORTS_THAT_MAY_BE_SLOW or (off == REPORTS and not may_be_slow):
        detail = (
            f"시계가 {abs(skew) / 1000:.0f}초 {'느립니다' if skew > 0 else '빠릅니다'}. "
            "서비스가 엉뚱한 때에 끝납니다. 호스트의 시간 동기화(NTP)를 확인해 주세요."
        )
        await alarms.raise_alarm(conn, CLOCK, reference=gateway.name, detail=detail)
    elif before.clock_off_reports and not off:
        await alarms.clear_about(conn, CLOCK, reference=gateway.name, by="shop")
    await _watch_connections(
        conn, gateway.name, before=percent(before.connections, before.most), now=percent(connections, most)
    )


def percent(connections: int | None, most: int | None) -> int | None:
    """How full the table of tracked connections is."""
    return None if connections is None or most is None else connections * 100 // most


async def _lock(conn: Connection, gateway: GatewayId) -> Host:
    return await fetch_one(conn, Host, _HOST + "WHERE id = %(gateway)s FOR NO KEY UPDATE", gateway=gateway)


async def _put(
    conn: Connection, gateway: GatewayId, *, skew: int, off: int, connections: int | None, most: int | None
) -> None:
    await execute(
        conn,
        """
        UPDATE gateways
           SET host_reported_at = now(), clock_skew_ms = %(skew)s, clock_off_reports = %(off)s,
               tracked_connections = %(connections)s, most_connections = %(most)s
         WHERE id = %(gateway)s
        """,
        gateway=gateway,
        skew=skew,
        off=off,
        connections=connections,
        most=most,
    )


async def _watch_connections(conn: Connection, name: str, *, before: int | None, now: int | None) -> None:
    """An alarm stands from above one limit until below another, so that it does not come and go."""
    if now is None:
        return
    if now > FULL_PERCENT and (before is None or before <= FULL_PERCENT):
        detail = (
            f"추적할 수 있는 연결의 {now}%를 쓰고 있습니다. 100%가 되면 새 연결이 끊깁니다. "
            "호스트의 net.netfilter.nf_conntrack_max를 늘리거나 서비스를 옮겨 주세요."
        )
        await alarms.raise_alarm(conn, FULL, reference=name, detail=detail)
    elif now < ENOUGH_PERCENT and before is not None and before >= ENOUGH_PERCENT:
        await alarms.clear_about(conn, FULL, reference=name, by="shop")
