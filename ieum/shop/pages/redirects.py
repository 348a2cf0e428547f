"""Finds where an address without a page should lead: to its lower-case spelling, or to where the text has moved."""

from typing import Any
from urllib.parse import quote, urlsplit

from litestar.response import Redirect

from ieum.shop.kernel.db import fetch_optional
from ieum.shop.kernel.http import AnyRequest
from ieum.shop.pages.own_api import ask
from ieum.shop.pages.planning import plan_of

GONE = 410
LONGEST_PATH = 500


async def find_redirect(request: AnyRequest, url: str, config: dict[str, Any]) -> Redirect | int | None:
    """For an address that would be answered 404 or 410: a redirect, or 410; None where nothing was ever there.

    Only such addresses come here, so that pages that exist cost no query.
    """
    path, _, query = url.partition("?")
    lower = path.lower()
    if lower != path and await _exists(request, lower, config):
        return permanent(with_query(lower, query))
    if len(path) > LONGEST_PATH or not path.isprintable():
        return None
    async with request.app.state.db.connection() as conn:
        # Empty where the text was withdrawn.
        to_path = await fetch_optional(
            conn, str, "SELECT coalesce(to_path, '') FROM moved_pages WHERE from_path = %(path)s", path=path
        )
    if to_path is None:
        return None
    return permanent(with_query(to_path, query)) if is_ours(to_path) else GONE


def permanent(address: str) -> Redirect:
    return Redirect(address, status_code=301)


def for_this_browser(address: str) -> Redirect:
    """A redirect that depends on the browser that asks: no cache may keep it for another."""
    return Redirect(
        address, status_code=302, headers={"Cache-Control": "private, no-store", "Vary": "User-Agent"}
    )


def with_query(address: str, query: str) -> str:
    """The address of a redirect with the request's query, by which advertisements count their visits."""
    address = quote(address, safe="/?#=&%")
    if not query:
        return address
    parts = urlsplit(address)
    joined = f"{parts.query}&{query}" if parts.query else query
    return parts._replace(query=joined).geturl()


def is_ours(address: str) -> bool:
    """Tell whether it leads to a page of this shop; to browsers, two slashes of either kind begin another host."""
    return address.startswith("/") and not address.startswith(("//", "/\\"))


async def _exists(request: AnyRequest, url: str, config: dict[str, Any]) -> bool:
    plan = await plan_of(request.app.state.site, url, config)
    if plan.status != 200:
        return False
    return not plan.subject or (await ask(request, plan.subject)).status == 200
