"""A look into the response cache of an app, and an app whose answers take their time."""

import asyncio
from types import SimpleNamespace
from typing import Any

from litestar import Litestar
from litestar.types import ASGIApp, HTTPRequestEvent, HTTPResponseStartEvent, Message, Receive, Send

from ieum.shop.server.response_cache import ResponseCache
from tests.waiting import one_turn


def response_cache_of(app: Litestar) -> ResponseCache:
    """The cache of this app, which is behind the layers for HEAD, for traces and for blocked addresses."""
    outermost: Any = app.asgi_handler
    return outermost._app._app._app


def cached_bodies(app: Litestar) -> list[bytes]:
    """The bodies of the cached answers, oldest first."""
    return [answer.body["body"] for answer in response_cache_of(app)._answers.values()]  # pyright: ignore[reportGeneralTypeIssues]


class SlowApp:
    """An ASGI app whose answers are held back until the test releases them."""

    def __init__(self, audience: str = "everybody", status: int = 200) -> None:
        self.audience = audience
        self.status = status
        self.calls = 0
        self.release = asyncio.Event()
        self.cache = ResponseCache(self)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        _ = receive
        scope["route_handler"] = SimpleNamespace(opt={"audience": self.audience}, paths={"/slow"})
        self.calls += 1
        body = str(self.calls).encode()
        await self.release.wait()
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def get(self, *headers: tuple[bytes, bytes]) -> bytes:
        """Ask through the cache for the body of `/slow`: which call of the app it came from."""
        messages = await _messages(self.cache, headers)
        return b"".join(message["body"] for message in messages if message["type"] == "http.response.body")

    async def start_of(self, outer: ASGIApp) -> HTTPResponseStartEvent:
        """The start of the answer that passes through another middleware around this app."""
        return next(
            message for message in await _messages(outer, ()) if message["type"] == "http.response.start"
        )

    async def crowd(self, number: int, *headers: tuple[bytes, bytes]) -> list[asyncio.Task[bytes]]:
        """Start as many equal requests; each has come as far as it can."""
        tasks = [asyncio.create_task(self.get(*headers)) for _ in range(number)]
        await one_turn()
        return tasks


async def _messages(app: ASGIApp, headers: tuple[tuple[bytes, bytes], ...]) -> list[Message]:
    messages: list[Message] = []

    async def collect(message: Message) -> None:
        messages.append(message)

    scope: Any = {
        "type": "http",
        "method": "GET",
        "path": "/slow",
        "query_string": b"",
        "headers": headers,
    }
    await app(scope, _no_body, collect)
    return messages


async def _no_body() -> HTTPRequestEvent:
    return {"type": "http.request", "body": b"", "more_body": False}
