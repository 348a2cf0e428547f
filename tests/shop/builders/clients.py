"""HTTP clients that call an app in this process, without a network."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
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


class Stopped(NamedTuple):
    status: int
    code: str
    closes: bool
    """Whether the connection ends with this answer."""


async def break_off(
    app: Litestar, method: str, path: str, headers: Mapping[str, str], part: bytes
) -> BrokenOff:
    """Send a part of a body and hang up; what the shop would have answered."""

    async def hang_up() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    answer = await _send_part(app, method, path, headers, part, hang_up)
    return BrokenOff(answer.status, answer.code)


async def stop_sending(
    app: Litestar, method: str, path: str, headers: Mapping[str, str], part: bytes
) -> Stopped:
    """Send a part of a body and then nothing, on a connection that stays open; what the shop answers."""
    return await _send_part(app, method, path, headers, part, asyncio.Event().wait)


async def _send_part(
    app: Litestar,
    method: str,
    path: str,
    headers: Mapping[str, str],
    part: bytes,
    then: Callable[[], Awaitable[Any]],
) -> Stopped:
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
    parts = [{"type": "http.request", "body": part, "more_body": True}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return parts.pop() if parts else await then()

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    await app(scope, receive, send)  # pyright: ignore[reportArgumentType] - a plain scope
    closes = (b"connection", b"close") in sent[0]["headers"]
    return Stopped(sent[0]["status"], json.loads(sent[1]["body"])["code"], closes)
