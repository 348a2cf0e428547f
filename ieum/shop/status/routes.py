"""The status page and its feeds, at the shop itself; and what of it the shop's pages say."""

import asyncio
from collections.abc import Awaitable

from litestar import Response, get

from ieum.shop.kernel.caching import WHATEVER_THE_QUERY
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.http import Answer, Conn, ShopSettings, ok
from ieum.shop.kernel.settings import Settings
from ieum.shop.status import feed, page, queries, service
from ieum.shop.status.types import Status, StatusUnknown, Trouble

# Crowds ask for both when something is wrong: waiting for a lock, they would take every connection. Pages that can do
# without what is wrong now end their call after a second (`pages/own_api.py`), and this one gives up before that.
TROUBLES_WITHIN_SECONDS = 0.6
STATUS_WITHIN_SECONDS = 1.5


async def _in_time[T](reading: Awaitable[T], *, seconds: float) -> T:
    """Await the reading for so many seconds. Raises StatusUnknown."""
    try:
        async with asyncio.timeout(seconds):
            return await reading
    except TimeoutError:
        raise StatusUnknown from None


async def _read(conn: Connection, settings: Settings) -> Status:
    """Read the status. Raises StatusUnknown."""
    reading = service.read(conn, home=settings.public_url)
    return await _in_time(reading, seconds=STATUS_WITHIN_SECONDS)


@get("/status", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def show(conn: Conn, settings: ShopSettings) -> Response[bytes]:
    reading = service.read_framed(conn, home=settings.public_url)
    status, around = await _in_time(reading, seconds=STATUS_WITHIN_SECONDS)
    return Response(
        page.draw(status, around, address=settings.status_page),
        media_type="text/html",
        headers={"Content-Security-Policy": page.POLICY, "Cache-Control": "public, no-cache"},
    )


@get("/status/status.json", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def as_json(conn: Conn, settings: ShopSettings) -> Status:
    return await _read(conn, settings)


@get("/status/status.xml", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def as_feed(conn: Conn, settings: ShopSettings) -> Response[bytes]:
    status = await _read(conn, settings)
    return Response(
        feed.write(status, address=settings.status_page),
        media_type="application/atom+xml; charset=utf-8",
    )


@get("/api/v1/status/troubles", opt=WHATEVER_THE_QUERY)
async def troubles(conn: Conn) -> Answer[list[Trouble]]:
    """Return what staff tell to be wrong now; empty while they tell of nothing. Raises StatusUnknown."""
    return ok(await _in_time(queries.list_troubles(conn), seconds=TROUBLES_WITHIN_SECONDS))


# The page itself is apart: what it answers in an outage is for `server/app.py` to say.
ROUTES = [as_json, as_feed, troubles]
