"""Waits until a gateway has done what it was told, for a second at most.

A new device's first handshake is answered only once its gateway serves it, and WireGuard repeats an unanswered one
after five seconds. A member who connects at once would wait that long, although the gateway needs only about 50 ms.
And what was used of a removed device is known only once its gateway has acknowledged the removal.
"""

import asyncio
import logging
from contextlib import suppress

from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.shop.gateways import desired
from ieum.shop.gateways.types import Progress
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.feed import Feed

log = logging.getLogger(__name__)

LONGEST_WAIT_SECONDS = 1.0


async def wait_until_served(db: Database, feed: Feed, public_key: str) -> bool:
    """Wait for a second at most until the gateway has applied a device; False where it has not, or reports a problem.

    Call it after the commit: until then the gateway hears nothing. No connection is held during the wait. A gateway
    that the shop has not heard of lately is not waited for. A database that fails now must not cost the member the
    answer to a change that is committed, so it counts as "not yet".
    """
    try:
        progress = await _read(db, public_key)
        if progress is None or not progress.is_heard_of or progress.is_acknowledged:
            return progress is not None and progress.is_served
        await wait_for_acknowledgements(feed, [progress])
        progress = await _read(db, public_key)
    except (Error, PoolTimeout, OSError) as error:
        log.warning("whether a gateway serves a new device is not known: %s", error)
        return False
    return progress is not None and progress.is_served


async def wait_for_acknowledgements(feed: Feed, awaited: list[Progress]) -> None:
    """Wait for a second at most until these gateways have acknowledged these revisions; read the database then.

    Before it acknowledges a removal, a gateway reports the last figures of what it removed. Those that the shop has
    not heard of lately are not waited for.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_WAIT_SECONDS):
            for one in awaited:
                if one.is_heard_of and not one.is_acknowledged:
                    await feed.until_acknowledged(one.gateway_id, one.revision)


async def _read(db: Database, public_key: str) -> Progress | None:
    async with db.connection() as conn:
        return await desired.find_progress(conn, public_key)
