"""When a service runs. Pure; the clock is handed in."""

from datetime import datetime

from ieum.shop.kernel.months import end_of_period
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.services.types import LivingService, Period

# Beyond as many as may be in use: who tries this and that does not make fifty. Each takes a tunnel address for good.
SPARE_KEYS_A_DAY = 50


def keys_a_day(device_limit: int) -> int:
    return device_limit + SPARE_KEYS_A_DAY


def next_period(service: LivingService, paid_until: datetime, *, months: int, now: datetime) -> Period:
    """After what is paid, so that who pays early loses nothing and who was served on trust owes that first.

    From now where it does not run any more: nobody pays for days without a service.
    """
    runs = service.state == "active" and service.ends_at > now
    starts_at = paid_until if runs else max(paid_until, now)
    return Period(starts_at, end_of_period(starts_at, months))


def days_left(ends_at: datetime, now: datetime) -> int:
    """Days in Seoul that it still runs on, today counted; 0 once it is over."""
    if ends_at <= now:
        return 0
    # An end at midnight ends the day before it.
    return (ends_at.astimezone(SEOUL).date() - now.astimezone(SEOUL).date()).days or 1
