"""Periods of calendar months as the Civil Code counts them, in Seoul. Pure."""

from calendar import monthrange
from datetime import date, datetime, timedelta

from ieum.shop.kernel.seoul import SEOUL, moment_of


def end_of_period(start: datetime, months: int) -> datetime:
    """Return the midnight in Seoul at which a period of calendar months ends.

    The first day counts only if the period starts at midnight. A month that has no such day ends with
    its last day (민법 157, 159, 160). One month from 20 November, 14:05, runs to the end of 20 December;
    renewed from there, to the end of 20 January.
    """
    return moment_of(_months_later(first_day(start), months))


def first_day(start: datetime) -> date:
    """Return the first day in Seoul that counts of a period: a day that had begun before does not (decision 0007)."""
    day = start.astimezone(SEOUL).date()
    return day if start == moment_of(day) else day + timedelta(days=1)


def last_day(ends_at: datetime) -> date:
    """Return the last day of a period in Seoul: the day that ends with the period's closing midnight."""
    return (ends_at.astimezone(SEOUL) - timedelta(microseconds=1)).date()


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    month += 1
    if day.day > monthrange(year, month)[1]:
        return date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, day.day)
