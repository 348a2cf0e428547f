"""Members' view of the use of a service."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from ieum.shop.kernel import seoul, spreadsheets
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.members.types import Viewer
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.usage import member_queries, periods
from ieum.shop.usage.types import HourItem, KeptMonths, SessionItem, UsageChart

PAGE_SIZE = 20
# More than a member reads; a device that changes networks all day comes to a few thousand.
MOST_ROWS = 50_000
HOURS: dict[str, Callable[[HourItem], Cell]] = {
    "시각": lambda row: seoul.minute(row.at),
    "기기": lambda row: row.device_name,
    "서브 아이디": lambda row: row.sub_id or "",
    "받음(바이트)": lambda row: row.tx_bytes,
    "보냄(바이트)": lambda row: row.rx_bytes,
}
SESSIONS: dict[str, Callable[[SessionItem], Cell]] = {
    "접속 시작": lambda row: seoul.second(row.began_at),
    "접속 종료": lambda row: seoul.second(row.ended_at) if row.ended_at else "접속중",
    "기기": lambda row: row.device_name,
    "서브 아이디": lambda row: row.sub_id or "",
    "IP": lambda row: row.exit_address,
    "받음(바이트)": lambda row: row.tx_bytes,
    "보냄(바이트)": lambda row: row.rx_bytes,
}


async def chart(conn: Connection, viewer: Viewer, service: int, period: str | None) -> UsageChart:
    """The hours of a day or the days of a month. Raises ServiceNotFound and InvalidFields."""
    kept, now = await _kept(conn, viewer, service), datetime.now(UTC)
    first = kept.devices_since.astimezone(seoul.SEOUL).date()
    oldest = max(first, periods.kept_since(kept.usage_months, now=now))
    span = _span(period, kept, now)
    read = member_queries.list_hours if span.by == "hour" else member_queries.list_days
    used = await read(conn, service, viewer.sub_id, since=span.since, until=span.until)
    return UsageChart(
        by=span.by,
        first_day=span.first,
        last_day=span.last,
        kept_since=oldest,
        usage_months=kept.usage_months,
        session_months=kept.session_months,
        rx_bytes=sum(bucket.rx_bytes for bucket in used),
        tx_bytes=sum(bucket.tx_bytes for bucket in used),
        buckets=periods.filled(used, span, now=now),
    )


async def list_sessions(conn: Connection, viewer: Viewer, service: int, page: int) -> Listing[SessionItem]:
    """The sessions of the last thirty days. Raises ServiceNotFound."""
    await _kept(conn, viewer, service)
    items = await member_queries.list_sessions(
        conn, service, viewer.sub_id, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE
    )
    total = await member_queries.count_sessions(conn, service, viewer.sub_id)
    return Listing(items, page, PAGE_SIZE, total)


async def hours_as_csv(conn: Connection, viewer: Viewer, service: int, period: str | None) -> bytes:
    """The hours of each device in a day or a month. Raises ServiceNotFound and InvalidFields."""
    kept = await _kept(conn, viewer, service)
    span = _span(period, kept, datetime.now(UTC))
    rows = await member_queries.list_device_hours(
        conn, service, viewer.sub_id, since=span.since, until=span.until
    )
    return _csv(HOURS, rows)


async def sessions_as_csv(conn: Connection, viewer: Viewer, service: int) -> bytes:
    """All sessions of the last thirty days. Raises ServiceNotFound."""
    await _kept(conn, viewer, service)
    rows = await member_queries.list_sessions(conn, service, viewer.sub_id, limit=MOST_ROWS, offset=0)
    return _csv(SESSIONS, rows)


async def _kept(conn: Connection, viewer: Viewer, service: int) -> KeptMonths:
    kept = await member_queries.find_kept_months(conn, viewer, service)
    if kept is None:
        raise ServiceNotFound
    return kept


def _span(period: str | None, kept: KeptMonths, now: datetime) -> periods.Span:
    span = periods.span_of(period, now=now)
    if span is None or span.first < periods.kept_since(kept.usage_months, now=now) or span.since > now:
        detail = f"이번 달과 지난 {kept.usage_months}개월 안의 날짜나 달을 골라 주세요."
        raise InvalidFields(Field("period", "outside_what_is_kept", detail))
    return span


def _csv[Row](columns: dict[str, Callable[[Row], Cell]], rows: Iterable[Row]) -> bytes:
    return spreadsheets.text_of([list(columns), *([cell(row) for cell in columns.values()] for row in rows)])
