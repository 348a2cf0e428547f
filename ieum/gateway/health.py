"""Tell the shop how the host is: its clock, by which services end, and how full its table of connections is."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import UTC, datetime

import httpx

from ieum.gateway.plane import Plane
from ieum.gateway.protocol import Health, Trouble
from ieum.gateway.shop import ShopClient, ShopRefusedError

log = logging.getLogger("ieum.gateway")

REPORT_SECONDS = 30.0  # where no heartbeat comes
LEAST_SECONDS = 1.0


async def report_health(
    shop: ShopClient,
    plane: Plane,
    beat: asyncio.Event,
    *,
    troubles: Callable[[], tuple[Trouble, ...] | None] = tuple,
    seconds: float = REPORT_SECONDS,
) -> None:
    """Report whenever the shop sends a heartbeat, so that it knows that somebody reads its stream; else now and then.

    `troubles` returns None while the agent does not know yet whether customers get through. A shop that does not know
    the call, or cannot be reached, is logged once.
    """
    is_unheard = False
    while True:
        beat.clear()
        fill = plane.fill()
        known = troubles()
        try:
            # The shop compares the time with its own, so it is read last.
            await shop.say_health(
                Health(
                    datetime.now(UTC),
                    *((None, None) if fill is None else (fill.tracked, fill.most)),
                    troubles=known or (),
                    untried=known is None,
                )
            )
        except (ShopRefusedError, httpx.HTTPError) as failure:
            if not is_unheard:
                log.info("the shop is not told how this host is: %s", failure)
            is_unheard = True
        else:
            is_unheard = False
        await asyncio.sleep(min(seconds, LEAST_SECONDS))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(beat.wait(), seconds)
