"""Tell the shop how the host is: its clock, by which services end, and how full its table of connections is."""

import asyncio
import logging
from datetime import UTC, datetime

import httpx

from ieum.gateway.plane import Plane
from ieum.gateway.protocol import Health
from ieum.gateway.shop import ShopClient, ShopRefusedError

log = logging.getLogger("ieum.gateway")

REPORT_SECONDS = 30.0


async def report_health(shop: ShopClient, plane: Plane, *, seconds: float = REPORT_SECONDS) -> None:
    """Report for ever. That a shop does not know the call, or cannot be reached, is logged once."""
    is_unheard = False
    while True:
        fill = plane.fill()
        try:
            # The shop compares the time with its own, so it is read last.
            await shop.say_health(
                Health(datetime.now(UTC), *((None, None) if fill is None else (fill.tracked, fill.most)))
            )
        except (ShopRefusedError, httpx.HTTPError) as failure:
            if not is_unheard:
                log.info("the shop is not told how this host is: %s", failure)
            is_unheard = True
        else:
            is_unheard = False
        await asyncio.sleep(seconds)
