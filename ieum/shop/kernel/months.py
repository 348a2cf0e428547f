"""Periods of calendar months as the Civil Code counts them, in Seoul. Pure."""

from calendar import monthrange
from datetime import UTC, date, datetime, timedelta

from ieum.shop.kernel.seoul import SEOUL


def end_of_period(start: datetime, months: int) -> datetime:
    """Return the midnight in Seoul at which a period of calendar months ends.

    The first day counts only if the period starts at midnight. A month that has no such day ends with
    its last day (민법 157, 159, 160). One month from 20 November, 14:05, runs to the end of 20 December;
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
    """Return the last day of a period in Seoul: the day that ends with the period's closing midnight."""
    return (ends_at.astimezone(SEOUL) - timedelta(microseconds=1)).date()


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    month += 1
    if day.day > monthrange(year, month)[1]:
        return date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, day.day)
