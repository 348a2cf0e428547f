"""Waits until a gateway serves a new peer, so that the first handshake of the device is answered.

WireGuard repeats an unanswered handshake after five seconds. A member who connects at once would wait that long,
although the gateway needs only about 50 ms.
"""

import asyncio
import logging
from contextlib import suppress

from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.shop.fleet import queries
from ieum.shop.fleet.types import PeerProgress
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.feed import Feed

log = logging.getLogger(__name__)

LONGEST_WAIT_SECONDS = 1.0


async def wait_until_served(db: Database, feed: Feed, public_key: str) -> bool:
    """Wait for a second at most until the gateway has applied a peer; False where it has not, or reports a problem.

    Call it after the commit: until then the gateway hears nothing. No connection is held during the wait. A gateway
    that the shop has not heard of lately is not waited for. A database that fails now must not cost the member the
    answer to a change that is committed, so it counts as "not yet".
    """
    try:
        progress = await _read(db, public_key)
        if progress is None or not progress.is_heard_of or progress.is_acknowledged:
            return progress is not None and progress.is_served
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await feed.until_acknowledged(progress.gateway_id, progress.revision)
        progress = await _read(db, public_key)
    except (Error, PoolTimeout, OSError) as error:
        log.warning("whether a gateway serves a new device is not known: %s", error)
        return False
    return progress is not None and progress.is_served


async def _read(db: Database, public_key: str) -> PeerProgress | None:
    async with db.connection() as conn:
        return await queries.find_progress(conn, public_key)
