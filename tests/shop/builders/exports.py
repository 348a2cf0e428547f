"""Files of lists: asked for, made and taken."""

from typing import Any

import httpx

from ieum.shop.console.actions import DESK
from ieum.shop.exports import jobs
from ieum.shop.exports.changes import list_of
from ieum.shop.exports.refusals import ListNotExported
from ieum.shop.exports.types import ExportId
from ieum.shop.kernel.db import Connection, Database, fetch_one
from tests.shop.builders.desk import path_of, preview
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login

CONSOLE = "/api/v1/console"


async def ask(
    client: Client,
    by: Login,
    query: str = "",
    *,
    screen: str = "record",
    form: str = "csv",
    reason: str = "회계 감사",
) -> httpx.Response:
    """Ask for a file of a list, after its preview; answers the refusal of either."""
    wish = {"screen": screen, "query": query, "form": form}
    return await _press(client, by, _change_of(screen), None, wish, reason)


async def ask_for_member(client: Client, by: Login, member: int, *, reason: str) -> httpx.Response:
    return await _press(client, by, "exports.member", member, {}, reason)


async def _press(
    client: Client, by: Login, change: str, target: object, wish: dict[str, Any], reason: str
) -> httpx.Response:
    seen = await preview(client, by, change, target, **wish)
    if not seen.is_success:
        return seen
    body = {
        "target": target,
        "wish": wish,
        "key": a_press_key(),
        "digest": seen.json()["data"]["digest"],
        "reason": reason,
    }
    return await client.post(path_of(change), json=body, headers=by.headers)


def _change_of(screen: str) -> str:
    try:
        return "exports.personal" if list_of(DESK.lists, screen).is_personal else "exports.make"
    except ListNotExported:
        return "exports.make"


async def newest(conn: Connection) -> ExportId:
    return await fetch_one(conn, ExportId, "SELECT max(id) FROM exports")


async def make(db: Database, export: int) -> None:
    await jobs.make(db, DESK.lists, ExportId(export))


async def take(client: Client, by: Login, export: int) -> httpx.Response:
    return await client.post(f"{CONSOLE}/exports/{export}/file", json={}, headers=by.headers)
