"""Composes the letters of each request's query (NFC): a Mac takes the Hangul of a copied file name apart."""

import unicodedata
from urllib.parse import quote_plus, unquote_plus

from litestar.types import ASGIApp, Receive, Scope, Send


def composed(query: bytes) -> bytes:
    """The query with composed letters; what is composed already, or no UTF-8, stays as it is."""
    if b"%" not in query:
        return query
    try:
        text = unquote_plus(query.decode("ascii"), errors="strict")
    except UnicodeDecodeError:
        return query
    if unicodedata.is_normalized("NFC", text):
        return query
    pairs = (pair.split("=", 1) for pair in query.decode("ascii").split("&"))
    return "&".join("=".join(map(_composed, pair)) for pair in pairs).encode()


def _composed(part: str) -> str:
    return quote_plus(unicodedata.normalize("NFC", unquote_plus(part)))


class ComposeQueries:
    """ASGI middleware before everything that reads a query: searches, and filters of lists."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["query_string"] = composed(scope["query_string"])
        await self._app(scope, receive, send)
