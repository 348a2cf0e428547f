"""Answers `/robots.txt`, `/sitemap.xml` with its parts, and `/rss.xml`.

Each asks for the configuration, which may need a connection to the database, before it takes one of its own: ten
requests that held one while they waited for a second would use up the pool, and wait for one another.
"""

import re
from datetime import datetime

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from ieum.shop.kernel.caching import WHATEVER_THE_QUERY
from ieum.shop.kernel.compressing import compressed, takes_gzip
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import AnyRequest, Db
from ieum.shop.pages import robots, sitemap_queries
from ieum.shop.pages.metadata import switched_off
from ieum.shop.pages.planning import known_config
from ieum.shop.pages.v8 import ListedPage

ITEMS_OF_FEED = 30
NOTICES = "/support/notice"
PART = re.compile(r"notices-([1-9]\d{0,4})\.xml")


@get("/robots.txt", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def robots_txt(request: AnyRequest, state: State) -> Response[str]:
    """The operator's rules, or ours."""
    config = await known_config(request)
    own_sitemap = config.get("sitemap") or ""
    sitemaps = [f"{state.settings.public_url}/sitemap.xml"]
    if own_sitemap.startswith(("http://", "https://")):
        sitemaps.append(own_sitemap)
    return Response(robots.robots_txt(config.get("robot") or "", sitemaps), media_type="text/plain")


@get("/sitemap.xml", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def sitemap_index(request: AnyRequest, state: State, db: Db) -> Response[str]:
    fixed = await _fixed_pages(request)
    async with db.connection() as conn:
        pages = await _pages(conn, fixed)
        parts = await sitemap_queries.list_parts(conn)
    return _xml(robots.sitemap_index(state.settings.public_url, pages, parts))


@get("/sitemap/{name:str}", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def sitemap_part(
    request: AnyRequest, state: State, db: Db, name: FromPath[str]
) -> Response[bytes] | Response[str]:
    public_url: str = state.settings.public_url
    if name == "pages.xml":
        fixed = await _fixed_pages(request)
        async with db.connection() as conn:
            return _xml(robots.sitemap_of_pages(public_url, await _pages(conn, fixed)))
    part = PART.fullmatch(name)
    if part is None:
        raise NotFound
    async with db.connection() as conn:
        urls = await sitemap_queries.write_part(
            conn, number=int(part[1]), notices_url=robots.escape(f"{public_url}{NOTICES}/")
        )
    if not urls:
        raise NotFound
    return await _compressed(request, robots.sitemap(urls))


@get("/rss.xml", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def rss(request: AnyRequest, state: State, db: Db) -> Response[str]:
    """The newest notices with their full text."""
    config = await known_config(request)
    meta: dict[str, str] = config.get("meta") or {}
    async with db.connection() as conn:
        notices = await sitemap_queries.list_newest_notices(conn, limit=ITEMS_OF_FEED)
    return _xml(
        robots.rss(
            state.settings.public_url,
            config.get("siteNm") or "",
            meta.get("description") or "",
            notices,
        ),
        media_type="application/rss+xml",
    )


async def _fixed_pages(request: AnyRequest) -> list[ListedPage]:
    config = await known_config(request)
    return await request.app.state.site.listing(switched_off(config))


async def _pages(conn: Connection, fixed: list[ListedPage]) -> dict[str, datetime | None]:
    """By path, when each page last changed that exists now, except those of single notices; sorted."""
    changed = sitemap_queries.existing_pages(fixed, await sitemap_queries.list_texts(conn))
    newest = await sitemap_queries.list_newest_notices(conn, limit=1)
    if newest and NOTICES in changed:
        changed[NOTICES] = newest[0].published_at
    return changed


async def _compressed(request: AnyRequest, xml: str) -> Response[bytes]:
    headers = {"Vary": "Accept-Encoding"}
    body = xml.encode()
    if takes_gzip(request.scope):
        headers["Content-Encoding"] = "gzip"
        body = await compressed(body)
    return Response(body, media_type="application/xml", headers=headers)


def _xml(text: str, media_type: str = "application/xml") -> Response[str]:
    return Response(text, media_type=f"{media_type}; charset=utf-8")


ROUTES = [robots_txt, sitemap_index, sitemap_part, rss]
