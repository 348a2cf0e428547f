"""Headers that every answer of the app has, errors and redirects too, and cookies as one header."""

from typing import Any

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ieum.shop.kernel.safety_headers import safety_headers

NO_STORE = (b"cache-control", b"no-store")


class AddHeaders:
    """ASGI middleware behind the response cache, so that a cached answer costs nothing more."""

    def __init__(self, app: ASGIApp, *, is_https: bool) -> None:
        self._app = app
        self._everywhere = safety_headers(is_https=is_https)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        _join_cookies(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                names = {name.lower() for name, _ in headers}
                headers += [header for header in self._everywhere if header[0] not in names]
                if NO_STORE[0] not in names and not _is_public(scope):
                    headers.append(NO_STORE)
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _is_public(scope: HTTPScope) -> bool:
    """Tell whether everybody gets an equal answer; answers of calls may be personal unless their handler says so."""
    handler: Any = scope.get("route_handler")
    is_call = scope["path"].startswith(("/api/", "/gateway/"))
    return not is_call or (handler is not None and handler.opt.get("audience") == "everybody")


def _join_cookies(scope: HTTPScope) -> None:
    """HTTP/2 may send each cookie in a field of its own; the framework reads only one (RFC 9113, section 8.2.3)."""
    cookies = [value for name, value in scope["headers"] if name == b"cookie"]
    if len(cookies) > 1:
        others = [header for header in scope["headers"] if header[0] != b"cookie"]
        scope["headers"] = [*others, (b"cookie", b"; ".join(cookies))]
