"""So much from one place in so much time, counted by this process in a bounded memory."""

import time
from collections.abc import Callable

from ieum.shop.kernel.errors import TooManyRequests
from ieum.shop.kernel.networks import network_of

ERRORS_PER_MINUTE, ERRORS_OF_ALL_PER_MINUTE = 10, 120
# A window in which more than these many call is a flood that no limit per caller stops.
PLACES = 100_000


class RateLimit:
    """Windows of a fixed length: twice the limit may pass around the turn of one, which does no harm."""

    def __init__(self, limit: int, *, seconds: int = 60, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._seconds = seconds
        self._clock = clock
        self._window = 0
        self._taken: dict[str, int] = {}

    def take(self, place: str) -> None:
        """Count a call. Raises TooManyRequests, with the time that is left of this window."""
        now = self._clock()
        window = int(now // self._seconds)
        if window != self._window or len(self._taken) >= PLACES:
            self._window = window
            self._taken.clear()
        taken = self._taken.get(place, 0)
        if taken >= self._limit:
            raise TooManyRequests(retry_after=int((window + 1) * self._seconds - now) + 1)
        self._taken[place] = taken + 1


class ErrorLimits:
    """For what browsers tell of themselves: few from one place, and not many from all together."""

    def __init__(self) -> None:
        self._each = RateLimit(ERRORS_PER_MINUTE)
        self._all = RateLimit(ERRORS_OF_ALL_PER_MINUTE)

    def take(self, caller: str) -> None:
        self._each.take(network_of(caller))
        self._all.take("")
