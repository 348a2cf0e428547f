"""Finds where an address without a page should lead: to its lower-case spelling, or to where the text has moved."""

from typing import Any

import msgspec
from litestar.response import Redirect

from ieum.shop.kernel.db import Connection, fetch_optional
from ieum.shop.kernel.http import AnyRequest
from ieum.shop.pages import addresses
from ieum.shop.pages.own_api import ask
from ieum.shop.pages.planning import plan_of

GONE = 410
LONGEST_PATH = 500


class MovedPage(msgspec.Struct, frozen=True):
    # None where the text was withdrawn.
    to_path: str | None


async def find_redirect(request: AnyRequest, url: str, config: dict[str, Any]) -> Redirect | int | None:
    """For an address that would be answered 404 or 410: a redirect, or 410; None where nothing was ever there.

    Only such addresses come here, so that pages that exist cost no query.
    """
    path, _, query = url.partition("?")
    lower = path.lower()
    if lower != path and await _exists(request, lower, config):
        return permanent(addresses.with_query(lower, query))
    if len(path) > LONGEST_PATH or not path.isprintable():
        return None
    async with request.app.state.db.connection() as conn:
        moved = await _find_moved_page(conn, path)
    if moved is None:
        return None
    if moved.to_path is None or not addresses.is_ours(moved.to_path):
        return GONE
    return permanent(addresses.with_query(moved.to_path, query))


def permanent(address: str) -> Redirect:
    return Redirect(address, status_code=301)


async def _find_moved_page(conn: Connection, path: str) -> MovedPage | None:
    return await fetch_optional(
        conn, MovedPage, "SELECT to_path FROM moved_pages WHERE from_path = %(path)s", path=path
    )


async def _exists(request: AnyRequest, url: str, config: dict[str, Any]) -> bool:
    plan = await plan_of(request.app.state.site, url, config)
    if plan.status != 200:
        return False
    return not plan.subject or (await ask(request, plan.subject)).status == 200
