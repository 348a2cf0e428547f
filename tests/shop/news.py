"""What a shop hears of its database, and what it has cached."""

import asyncio
from collections.abc import Collection
from typing import Any

from litestar import Litestar

from ieum.shop.kernel.db import Connection, Database, fetch_all
from ieum.shop.server.response_cache import ResponseCache


def response_cache_of(app: Litestar) -> ResponseCache:
    """The cache of this app; it stands behind the layers for HEAD and for blocked addresses."""
    outermost: Any = app.asgi_handler
    return outermost._app._app


def cached_bodies(app: Litestar) -> list[bytes]:
    """What is cached, the oldest first."""
    return [answer.body["body"] for answer in response_cache_of(app)._answers.values()]  # pyright: ignore[reportGeneralTypeIssues]


async def listeners(conn: Connection) -> set[int]:
    """The backends of this database that listen for notifications, by their process ids."""
    return set(
        await fetch_all(
            conn,
            int,
            "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%%' AND datname = current_database()",
        )
    )


async def listening(db: Database, *, instead_of: Collection[int] = ()) -> set[int]:
    """Wait until the shop listens, on a connection other than these; on which it does then."""
    async with asyncio.timeout(30):
        while True:
            async with db.connection() as conn:
                found = await listeners(conn) - set(instead_of)
            if found:
                return found
            await asyncio.sleep(0.01)
