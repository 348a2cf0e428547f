"""The periods of a service, and how many keys it may have. Pure; the clock is handed in."""

from datetime import datetime

from ieum.shop.kernel.months import end_of_period, first_day
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.services.types import LivingService, Period

# How many keys a day beyond the device limit. Each takes a tunnel address for a day; no member needs this many.
SPARE_KEYS_A_DAY = 50


def keys_a_day(device_limit: int) -> int:
    return device_limit + SPARE_KEYS_A_DAY


def next_period(service: LivingService, paid_until: datetime, *, months: int, now: datetime) -> Period:
    """Return the period that a new payment buys: it starts where the paid time ends.

    So a member who pays early loses nothing, and one who was served in the grace period pays for that first. Where the
    service no longer runs, the period starts now, because nobody pays for days without service.
    """
    runs = service.state == "active" and service.ends_at > now
    starts_at = paid_until if runs else max(paid_until, now)
    return Period(starts_at, end_of_period(starts_at, months))


def days_left(starts_at: datetime, ends_at: datetime, now: datetime) -> int:
    """Count the days in Seoul that are left of a service, today included; 0 once it is over.

    As a refund counts them: a day that had begun when the service started is none of them (decision 0007).
    """
    if ends_at <= now:
        return 0
    first = max(first_day(starts_at), now.astimezone(SEOUL).date())
    # An end at midnight does not count its own date. An end later today still leaves one day.
    return max(1, (ends_at.astimezone(SEOUL).date() - first).days)
