"""Where a page is that is not here: under its right spelling, moved, or gone."""

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


class Move(msgspec.Struct, frozen=True):
    # None: it is no more, and nothing took its place.
    to_path: str | None


async def look_for(request: AnyRequest, url: str, config: dict[str, Any]) -> Redirect | int | None:
    """For an address that would be answered 404 or 410: the way to go, or 410; None where it never was.

    Good addresses never come here, so they cost no query.
    """
    path, _, query = url.partition("?")
    spelled = path.lower()
    if spelled != path and await _is_there(request, spelled, config):
        return permanent(addresses.with_query(spelled, query))
    if len(path) > LONGEST_PATH or not path.isprintable():
        return None
    async with request.app.state.db.connection() as conn:
        move = await find_move(conn, path)
    if move is None:
        return None
    if move.to_path is None or not addresses.is_ours(move.to_path):
        return GONE
    return permanent(addresses.with_query(move.to_path, query))


def permanent(address: str) -> Redirect:
    return Redirect(address, status_code=301)


async def find_move(conn: Connection, path: str) -> Move | None:
    return await fetch_optional(
        conn, Move, "SELECT to_path FROM moved_pages WHERE from_path = %(path)s", path=path
    )


async def _is_there(request: AnyRequest, url: str, config: dict[str, Any]) -> bool:
    plan = await plan_of(request.app.state.site, url, config)
    if plan.status != 200:
        return False
    return not plan.subject or (await ask(request, plan.subject)).status == 200
