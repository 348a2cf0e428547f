"""Gateways' reports of their hosts: clock, table of connections, and what keeps customers from getting through.

Services end by the host's own clock, and packets of connections beyond what the host can track are dropped.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal, LiteralString

import msgspec
from msgspec import Meta

from ieum.shop.gateways.types import WITHOUT_NUL, Gateway, GatewayId
from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, execute, fetch_one

CLOCK, FULL, BLOCKED = "gateway_clock_off", "gateway_connections_full", "gateway_blocked"
MOST_WORDS = 900
# An agent reports every ten seconds, and at once when something changes, after a second at least. Each change of what
# is in the way is an alarm that comes or goes.
A_MINUTE = 120
MOST_SKEW_MS = 5_000
# No call is so long on its way: the agent gives up before.
LONGEST_WAY_MS = 20_000
# A call that was slow on its way looks like a clock that is behind. A busy shop, or line, makes some in a row slow.
REPORTS, REPORTS_THAT_MAY_BE_SLOW = 2, 10
FULL_PERCENT, ENOUGH_PERCENT = 80, 70

_HOST: LiteralString = """
    SELECT name, host_reported_at AS reported_at, clock_skew_ms, clock_off_reports, tracked_connections AS connections,
           most_connections AS most, troubles
      FROM gateways
"""


class HostTrouble(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Trouble that keeps customers from getting through a host.

    `detail` names chains of other programs that drop packets, or routes of others inside the tunnel network.
    """

    kind: Literal["forwarding", "route", "port", "outside"]
    line: Annotated[str, Meta(max_length=100, pattern=WITHOUT_NUL)] = ""
    detail: Annotated[str, Meta(max_length=200, pattern=WITHOUT_NUL)] = ""

    @property
    def words(self) -> str:
        match self.kind:
            case "forwarding":
                by = f" 다른 방화벽 규칙({self.detail})이 막고 있습니다." if self.detail else ""
                return f"회선 {self.line}: 회원의 패킷이 이 서버를 통과하지 못합니다.{by} 방화벽을 확인해 주세요."
            case "route":
                return (
                    f"서버의 다른 경로({self.detail})가 터널 네트워크와 겹쳐 일부 회원이 연결되지 않습니다. "
                    "그 경로를 지우거나 다른 주소로 바꿔 주세요."
                )
            case "port":
                return "서버 안에서도 WireGuard 포트가 응답하지 않습니다. 호스트의 방화벽을 확인해 주세요."
            case "outside":
                return (
                    "밖에서 보낸 패킷이 WireGuard 포트에 도착하지 않습니다. 호스트와 통신사의 방화벽에서 이 UDP 포트를 "
                    "열어 주세요. 상점 서버에서 UDP를 보낼 수 없어도 이렇게 보입니다."
                )

    @property
    def stops_customers(self) -> bool:
        """A knock that is not heard may be the fault of the shop's own network."""
        return self.kind != "outside"


class HostReport(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """`sentAt` is by the gateway's clock. A gateway that carries no traffic knows of no connections."""

    sent_at: Annotated[datetime, Meta(tz=True)]
    connections: Annotated[int, Meta(ge=0, le=2**40)] | None = None
    most_connections: Annotated[int, Meta(ge=1, le=2**40)] | None = None
    troubles: Annotated[list[HostTrouble], Meta(max_length=100)] = []
    untried: bool = False
    """The agent has just started and does not know yet: what was said before stands."""


class Host(msgspec.Struct):
    name: str
    reported_at: datetime | None
    clock_skew_ms: int | None
    clock_off_reports: int
    connections: int | None
    most: int | None
    troubles: str | None


async def record(conn: Connection, gateway: Gateway, report: HostReport) -> None:
    """Keep what a gateway says of its host; raise or clear its alarms where that changes something."""
    now = datetime.now(UTC)
    before = await _lock(conn, gateway.id)
    skew = round((now - report.sent_at).total_seconds() * 1000)
    off = before.clock_off_reports + 1 if abs(skew) > MOST_SKEW_MS else 0
    most = report.most_connections
    connections = None if most is None else report.connections or 0
    await _put(conn, gateway.id, skew=skew, off=off, connections=connections, most=most)
    if not report.untried:
        await _watch_troubles(conn, gateway, before, report.troubles)
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
    """Return how full the table of tracked connections is, in percent."""
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
           SET host_reported_at = now(), last_seen_at = now(), clock_skew_ms = %(skew)s, clock_off_reports = %(off)s,
               tracked_connections = %(connections)s, most_connections = %(most)s
         WHERE id = %(gateway)s
        """,
        gateway=gateway,
        skew=skew,
        off=off,
        connections=connections,
        most=most,
    )


async def _watch_troubles(
    conn: Connection, gateway: Gateway, before: Host, troubles: Sequence[HostTrouble]
) -> None:
    """Note a host's troubles. `states.watch`, which looks at all gateways, takes off sale what stops customers."""
    words = " ".join(one.words for one in troubles)[:MOST_WORDS] or None
    if words == before.troubles:
        return
    await execute(
        conn,
        "UPDATE gateways SET troubles = %(words)s, stops_customers = %(stops)s WHERE id = %(gateway)s",
        gateway=gateway.id,
        words=words,
        stops=any(one.stops_customers for one in troubles),
    )
    if words is None:
        await alarms.clear_about(conn, BLOCKED, reference=before.name, by="shop")
    else:
        await alarms.raise_alarm(conn, BLOCKED, reference=before.name, detail=words, renews=True)


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
