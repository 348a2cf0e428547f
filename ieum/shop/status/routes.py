"""The status page, its style and its feeds, at the shop itself; and what of it the shop's pages say."""

import asyncio

from litestar import Response, get

from ieum.shop.kernel.caching import WHATEVER_THE_QUERY
from ieum.shop.kernel.http import Answer, Conn, ShopSettings, ok
from ieum.shop.status import page, queries, service
from ieum.shop.status.types import Status, Trouble, TroublesUnknown

# Pages that can do without it ask for this all the time: waiting for a lock, they would take every connection.
TROUBLES_WITHIN_SECONDS = 1.0


@get("/status", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def show(conn: Conn, settings: ShopSettings) -> Response[bytes]:
    status = await service.read(conn, home=settings.public_url)
    return Response(
        page.draw(status, files="/status/"),
        media_type="text/html",
        headers={"Content-Security-Policy": page.POLICY, "Cache-Control": "public, no-cache"},
    )


@get("/status/status.css", opt=WHATEVER_THE_QUERY, include_in_schema=False, sync_to_thread=False)
def style() -> Response[str]:
    return Response(page.STYLE, media_type="text/css", headers={"Cache-Control": "public, max-age=300"})


@get("/status/status.json", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def as_json(conn: Conn, settings: ShopSettings) -> Status:
    return await service.read(conn, home=settings.public_url)


@get("/status/status.xml", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def feed(conn: Conn, settings: ShopSettings) -> Response[bytes]:
    status = await service.read(conn, home=settings.public_url)
    return Response(
        page.write_feed(status, address=f"{settings.public_url}/status"),
        media_type="application/atom+xml; charset=utf-8",
    )


@get("/api/v1/status/troubles", opt=WHATEVER_THE_QUERY)
async def troubles(conn: Conn) -> Answer[list[Trouble]]:
    """Return what staff tell to be wrong now; empty while they tell of nothing. Raises TroublesUnknown."""
    try:
        async with asyncio.timeout(TROUBLES_WITHIN_SECONDS):
            return ok(await queries.list_troubles(conn))
    except TimeoutError:
        raise TroublesUnknown from None


# The page itself is apart: what it answers in an outage is for `server/app.py` to say.
ROUTES = [style, as_json, feed, troubles]
