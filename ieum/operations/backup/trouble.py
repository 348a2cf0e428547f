"""Log lines about a fault that stands for many rounds: one at once, one an hour, and one when it is over."""

import logging
import re
import time
from collections.abc import Callable

EVERY_SECONDS = 3600


class Trouble:
    """Holds what was logged since the last good round. Reasons that differ in numbers alone are one reason."""

    def __init__(self, log: logging.Logger, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock = clock
        self._logged_at: dict[str, float] = {}

    def note(self, reason: str) -> None:
        """Log a reason unless it was logged within the hour."""
        kind = re.sub(r"\d+", "", reason)
        now = self._clock()
        if now - self._logged_at.get(kind, float("-inf")) >= EVERY_SECONDS:
            self._logged_at[kind] = now
            self._log.warning("%s", reason)

    def end(self) -> None:
        """Log once that all is well again, if anything was wrong."""
        if self._logged_at:
            self._logged_at.clear()
            self._log.warning("the archive works again")
