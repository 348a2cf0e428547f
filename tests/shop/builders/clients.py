"""HTTP clients that call an app in this process, without a network."""

import json
from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, NamedTuple, cast

import httpx
from litestar import Litestar

HOME = "http://testserver.local"


def within(app: Litestar) -> httpx.ASGITransport:
    """httpx and Litestar type the same protocol differently, hence the cast."""
    return httpx.ASGITransport(cast("Any", app))


def a_client(app: Litestar, *, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """A caller at this address who stores no cookie, so that a test says itself who asks."""
    transport = httpx.ASGITransport(cast("Any", app), client=(address, 40_000))
    forgetful = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(transport=transport, base_url=HOME, cookies=forgetful)


class BrokenOff(NamedTuple):
    status: int
    code: str


async def break_off(
    app: Litestar, method: str, path: str, headers: Mapping[str, str], part: bytes
) -> BrokenOff:
    """Send a part of a body and hang up; what the shop would have answered."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("testserver.local", 80),
    }
    events = iter([{"type": "http.request", "body": part, "more_body": True}, {"type": "http.disconnect"}])
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(events)

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    await app(scope, receive, send)  # pyright: ignore[reportArgumentType] - a plain scope
    return BrokenOff(sent[0]["status"], json.loads(sent[1]["body"])["code"])
