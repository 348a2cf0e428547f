"""Times at which a dynamic service, or its timer, may change its address. Pure; the clock is handed in."""

from datetime import date, datetime, timedelta
from math import ceil

from ieum.shop.catalog.types import RotationLimits
from ieum.shop.kernel.seoul import SEOUL

# Timers of many services, switched on at the same moment, must not fall together for ever.
JITTER = 0.1
# By how much the clocks of two machines may differ. What is later than that was noted by a clock that has been put
# back since, and nobody is to wait until it is then.
CLOCKS_DIFFER = timedelta(minutes=1)


def changes_today(day: date | None, changes: int, now: datetime) -> int:
    """Return how many changes of this day in Seoul count."""
    return changes if day == now.astimezone(SEOUL).date() else 0


def may_change_at(
    limits: RotationLimits, *, changed_at: datetime | None, day: date | None, changes: int, now: datetime
) -> datetime | None:
    """From when the address may be changed again; None where it may be now."""
    if changes_today(day, changes, now) >= limits.a_day:
        return _tomorrow(now)
    if changed_at is None or changed_at > now + CLOCKS_DIFFER:
        return None
    again = changed_at + timedelta(seconds=limits.least_seconds)
    return again if again > now else None


def seconds_left_of_day(now: datetime) -> int:
    """Return how long this day in Seoul still is."""
    return ceil((_tomorrow(now) - now).total_seconds())


def next_turn(timer: int, now: datetime, *, chance: float) -> datetime:
    """Return when a timer of so many minutes changes the address next. `chance` lies between 0 and 1."""
    return now + timedelta(minutes=timer) * (1 + JITTER * (2 * chance - 1))


def _tomorrow(now: datetime) -> datetime:
    return datetime.combine(now.astimezone(SEOUL).date() + timedelta(days=1), datetime.min.time(), SEOUL)
