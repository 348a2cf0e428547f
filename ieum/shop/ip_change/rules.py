"""Outcome of a change that waits for its gateway. Pure; the clock is handed in."""

from datetime import datetime, timedelta

from ieum.shop.ip_change.types import Settled, Waiting

# A gateway acknowledges within a second, and comes back from a restart within a minute or two. A member whose gateway
# is away for longer has the old address all the while, and is told so instead of being kept waiting.
TAKEN_BACK_AFTER = timedelta(minutes=10)
# Each one that is taken back keeps an address from sale for a while.
MOST_TAKEN_BACK_A_DAY = 3


def outcome(waiting: Waiting, now: datetime) -> Settled | None:
    """None: it goes on waiting. An undo is never taken back: it takes no ticket, and holds when the gateway returns."""
    if waiting.is_overtaken:
        return "ended"
    if waiting.is_in_effect:
        return "done"
    is_change = waiting.reservation is not None
    return "taken_back" if is_change and now - waiting.requested_at >= TAKEN_BACK_AFTER else None
