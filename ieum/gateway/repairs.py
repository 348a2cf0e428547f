"""Find out when the host has to be set up anew: others have changed it, or the clock was set."""

import asyncio
import logging
import random
from collections.abc import Callable
from time import monotonic, time

from ieum.gateway.plane import Plane
from ieum.gateway.shell import CommandError

log = logging.getLogger("ieum.gateway")

_POLL_SECONDS = 1.0  # between two looks for signs, where nobody changes the firewall
_COMPARE_SECONDS = 300  # between two comparisons of the whole host with the desired state, without any sign
_LOOK_SECONDS = 2.0  # between two comparisons that signs have made necessary
_CLOCK_STEP = 1.0  # seconds; NTP turns a clock slowly by less than a thousandth


async def ask_for_repairs(plane: Plane, ask: Callable[[], None]) -> None:
    """Look for signs that others have changed the host; compare all of it after one, and seldom without.

    Comparing reads while changes go on. Only what really differs makes the agent set up everything anew.
    """
    next_compare = monotonic() + _COMPARE_SECONDS
    earliest = 0.0
    ahead = time() - monotonic()
    while True:
        await plane.wait_for_news(_POLL_SECONDS)
        now = monotonic()
        before, ahead = ahead, time() - now
        if abs(ahead - before) > _CLOCK_STEP:
            log.warning("the clock was set by %.0f s; what has ended is decided anew", ahead - before)
            ask()
        if now < earliest or not (await asyncio.to_thread(_is_disturbed, plane) or now >= next_compare):
            continue
        try:
            differ = await asyncio.to_thread(plane.compare)
        except (CommandError, OSError) as failure:
            differ = (str(failure),)
        if differ:
            log.warning("the host is not as it was left: %s", ", ".join(differ[:5]))
            ask()
        earliest = monotonic() + _LOOK_SECONDS
        next_compare = monotonic() + _COMPARE_SECONDS * random.uniform(0.8, 1.2)  # noqa: S311 - gateways not in step


def _is_disturbed(plane: Plane) -> bool:
    """A host that cannot be looked at, without memory for example, counts as disturbed."""
    try:
        return plane.is_disturbed()
    except (CommandError, OSError) as failure:
        log.warning("the host cannot be looked at: %s", failure)
        return True
