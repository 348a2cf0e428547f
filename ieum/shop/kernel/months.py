"""Periods of calendar months as the Civil Code counts them, in Seoul. Pure."""

from calendar import monthrange
from datetime import UTC, date, datetime, timedelta

from ieum.shop.kernel.seoul import SEOUL


def end_of_period(start: datetime, months: int) -> datetime:
    """When a period of so many calendar months that starts at `start` is over: a midnight in Seoul.

    The first day counts only if it starts at midnight, and a month without such a day ends with its
    last one (민법 157, 159, 160). So 20 November, 14:05, and one month runs to the end of 20 December;
    renewed from there, to the end of 20 January.
    """
    local = start.astimezone(SEOUL)
    first = (
        local.date()
        if local.timetz().replace(tzinfo=None) == datetime.min.time()
        else local.date() + timedelta(1)
    )
    return datetime.combine(_months_later(first, months), datetime.min.time(), SEOUL).astimezone(UTC)


def last_day(ends_at: datetime) -> date:
    """The last day of a period, in Seoul: the one that the closing midnight ends."""
    return (ends_at.astimezone(SEOUL) - timedelta(microseconds=1)).date()


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    month += 1
    if day.day > monthrange(year, month)[1]:
        return date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, day.day)
