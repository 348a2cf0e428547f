"""When an SMS that nobody waits for may leave. Pure; the clock is handed in."""

import math
from datetime import UTC, datetime, time, timedelta

from ieum.shop.kernel.seoul import SEOUL

MORNING, EVENING = time(8), time(21)


def by_day(moment: datetime) -> datetime:
    """This very moment, or at night the morning after it, in Seoul."""
    there = moment.astimezone(SEOUL)
    if MORNING <= there.time() < EVENING:
        return moment
    day = there.date() + timedelta(days=there.time() >= EVENING)
    return datetime.combine(day, MORNING, SEOUL).astimezone(UTC)


def seconds_until(moment: datetime | None, now: datetime) -> int:
    """Whole ones, so that nothing is early."""
    return 0 if moment is None else max(0, math.ceil((moment - now).total_seconds()))
