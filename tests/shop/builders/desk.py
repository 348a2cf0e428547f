"""Changes that staff make: the preview, and the press of what it showed."""

from typing import Any

import httpx

from tests.shop.builders.presses import a_press_key
from tests.shop.builders.shops import Client, Headers
from tests.shop.builders.staff import Login

CONSOLE = "/api/v1/console"


def path_of(change: str) -> str:
    return f"{CONSOLE}/changes/{change}"


def _headers(by: Login | Headers) -> Headers:
    return by if isinstance(by, dict) else by.headers


async def preview(
    client: Client, by: Login | Headers, change: str, target: object, **wish: Any
) -> httpx.Response:
    body = {"target": target, "wish": wish}
    return await client.post(f"{path_of(change)}/preview", json=body, headers=_headers(by))


async def body_of(
    client: Client, by: Login | Headers, change: str, target: object, **wish: Any
) -> dict[str, Any]:
    """The body of a press after its preview."""
    seen = await preview(client, by, change, target, **wish)
    assert seen.status_code == 200, seen.text
    digest = seen.json()["data"]["digest"]
    return {
        "target": target,
        "wish": wish,
        "key": a_press_key(),
        "digest": digest,
        "reason": "고객 요청",
    }


async def press(
    client: Client, by: Login | Headers, change: str, target: object, **wish: Any
) -> httpx.Response:
    body = await body_of(client, by, change, target, **wish)
    return await client.post(path_of(change), json=body, headers=_headers(by))


async def press_plain(
    client: Client, by: Login | Headers, change: str, target: object, **wish: Any
) -> httpx.Response:
    """Press a plain change, which has no preview and no reason."""
    body = {"target": target, "wish": wish, "key": a_press_key()}
    return await client.post(path_of(change), json=body, headers=_headers(by))


async def press_unseen(
    client: Client, by: Login | Headers, change: str, target: object, **wish: Any
) -> httpx.Response:
    """Press without having seen the preview."""
    body = {"target": target, "wish": wish, "key": a_press_key(), "digest": "0" * 32, "reason": "고객 요청"}
    return await client.post(path_of(change), json=body, headers=_headers(by))


async def make(
    client: Client, by: Login, change: str, target: object, key: str | None = None, **wish: Any
) -> httpx.Response:
    """Press a plain change, which has no preview."""
    body = {"target": target, "wish": wish, "key": key or a_press_key()}
    return await client.post(path_of(change), json=body, headers=by.headers)


def in_bulk(
    *, change: str, ids: list[Any] | None = None, query: str | None = None, **wish: Any
) -> dict[str, Any]:
    """The form of a bulk change."""
    chosen = {"ids": ids} if query is None else {"query": query}
    return {"change": change, "wish": wish} | chosen
