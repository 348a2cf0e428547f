"""The day or month that a chart shows. Pure; the clock is handed in."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Literal, NamedTuple

from ieum.shop.kernel.seoul import SEOUL, moment_of
from ieum.shop.usage.types import Bucket

# A day, or a month.
PATTERN = r"^20\d\d-\d\d(-\d\d)?(?!\n)$"


class Span(NamedTuple):
    """Whole days in Seoul, shown by the hour or by the day."""

    by: Literal["hour", "day"]
    first: date
    last: date

    @property
    def since(self) -> datetime:
        return moment_of(self.first)

    @property
    def until(self) -> datetime:
        return moment_of(self.last + timedelta(days=1))


def span_of(period: str | None, *, now: datetime) -> Span | None:
    """`2026-11-22` by the hour, `2026-11` by the day, today without either. None where there is no such day."""
    if period is None:
        today = now.astimezone(SEOUL).date()
        return Span("hour", today, today)
    try:
        first = date.fromisoformat(period if len(period) == len("2026-11-22") else f"{period}-01")
    except ValueError:
        return None
    if len(period) == len("2026-11-22"):
        return Span("hour", first, first)
    return Span("day", first, _next_month(first) - timedelta(days=1))


def kept_since(months: int, *, now: datetime) -> date:
    """The first day of the oldest month that is kept beside the present one."""
    today = now.astimezone(SEOUL).date()
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return date(year, month + 1, 1)


def filled(buckets: Iterable[Bucket], span: Span, *, now: datetime) -> list[Bucket]:
    """Every hour or day of the span that has begun, those without use, too."""
    used = {bucket.at.astimezone(UTC): bucket for bucket in buckets}
    step, all_of_them = timedelta(hours=1 if span.by == "hour" else 24), list[Bucket]()
    at = span.since
    while at < span.until and at <= now:
        all_of_them.append(used.get(at, Bucket(at, 0, 0)))
        at += step
    return all_of_them


def _next_month(first: date) -> date:
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)
