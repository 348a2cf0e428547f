"""The hours in which an SMS that nobody waits for may be sent. Pure; the clock is handed in."""

import math
from datetime import datetime, time, timedelta

from ieum.shop.kernel.seoul import SEOUL, moment_of

MORNING, EVENING = time(8), time(21)


def by_day(moment: datetime) -> datetime:
    """Return the moment itself, or the next morning where it is at night in Seoul."""
    local = moment.astimezone(SEOUL)
    if MORNING <= local.time() < EVENING:
        return moment
    day = local.date() + timedelta(days=local.time() >= EVENING)
    return moment_of(day, MORNING)


def seconds_until(moment: datetime | None, now: datetime) -> int:
    """Return the seconds until a moment, rounded up so that nothing is early; 0 for None."""
    return 0 if moment is None else max(0, math.ceil((moment - now).total_seconds()))
