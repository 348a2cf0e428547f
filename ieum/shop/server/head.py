"""Answers HEAD as GET without the body (RFC 9110, section 9.3.2)."""

from collections.abc import Awaitable

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

# Not for gateways: their stream has no end, with a body or without.
NOT_FOR = "/gateway/"


class AnswerHead:
    """ASGI middleware before everything else, because robots and monitors send HEAD for pages and for files."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Hand other requests on without a coroutine of its own, because a cached answer costs little more."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].startswith(NOT_FOR):
            return self._app(scope, receive, send)
        return self._answer(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        # `is_head` spares handlers from reading long contents, such as files.
        state = {**scope.get("state", {}), "is_head": True}
        await self._app({**scope, "method": "GET", "state": state}, receive, send_head)
