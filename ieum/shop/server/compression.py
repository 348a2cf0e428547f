"""Compresses calls' answers that are the same for everybody.

A member's answers are never compressed: their size could betray secrets to whoever chooses a part of them (BREACH).
"""

from typing import Any

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ieum.shop.kernel.compressing import SMALLEST_BYTES, compressed, takes_gzip


class CompressPublicAnswers:
    """ASGI middleware behind the response cache, so that an answer is compressed once for all who get it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not takes_gzip(scope):
            await self._app(scope, receive, send)
            return
        start: Any = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _may_be_compressed(scope, message):
                # Its headers depend on the body.
                start = message
                return
            if message["type"] == "http.response.body" and start is not None:
                if not message.get("more_body") and len(message["body"]) >= SMALLEST_BYTES:
                    message = {**message, "body": await compressed(message["body"])}
                    start["headers"] = _headers_of_compressed(start["headers"], len(message["body"]))
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, send_compressed)


def _may_be_compressed(scope: HTTPScope, start: Any) -> bool:
    handler: Any = scope.get("route_handler")
    if handler is None or handler.opt.get("audience") != "everybody" or start["status"] != 200:
        return False
    headers = {name.lower(): value for name, value in start["headers"]}
    is_text = headers.get(b"content-type", b"").startswith(
        (b"application/json", b"text/", b"application/xml")
    )
    return is_text and b"content-encoding" not in headers


def _headers_of_compressed(headers: Any, length: int) -> list[tuple[bytes, bytes]]:
    others = [header for header in headers if header[0].lower() != b"content-length"]
    return [
        *others,
        (b"content-length", str(length).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"Accept-Encoding"),
    ]
