"""A cache of answers that are the same for everybody: each is sent again, byte for byte, for half a second.

A handler's `opt` names its audience (`kernel/caching.py`); other answers pass through untouched. The time is so short
that nothing has to tell the cache of a change, and so long that a crowd costs no more than one visitor.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ieum.shop.kernel.http import accepted_encodings
from ieum.shop.kernel.metrics import cached_counter
from ieum.shop.members.authentication import presents_tokens

# A page may be drawn with an answer that is nearly this old itself, so what a page shows is at most a second old.
TTL_SECONDS = 0.5
# Bounds for each process: a caller can vary a query that the handler ignores without end.
MAX_ANSWERS = 500
MAX_BYTES = 16_000_000
MAX_ANSWER_BYTES = MAX_BYTES // 8

type Key = tuple[str, bytes, bool]


class Answer(msgspec.Struct, frozen=True):
    expires_at: float
    audience: str
    any_query: bool
    size: int
    start: Message
    body: Message
    count: Callable[[], None]


class ResponseCache:
    """ASGI middleware before the router."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        key = _key(scope)
        cached = self._answers.get(key) or (self._find_for_any_query(key) if scope["query_string"] else None)
        if cached is not None and _is_usable(cached, scope):
            cached.count()
            await send(cached.start)
            await send(cached.body)
        elif presents_tokens(scope):
            # The answer may carry rotated tokens.
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, self._storing(scope, send, key))

    def clear(self) -> None:
        self._answers.clear()
        self._bytes = 0

    def _find_for_any_query(self, key: Key) -> Answer | None:
        path, _, takes_gzip = key
        found = self._answers.get((path, b"", takes_gzip))
        return found if found is not None and found.any_query else None

    def _storing(self, scope: HTTPScope, send: Send, key: Key) -> Send:
        """Return a `send` that also stores the answer. Its time begins now, before the handler reads anything."""
        expires_at = time.monotonic() + TTL_SECONDS
        start: Any = None

        async def send_and_store(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
            elif message["type"] == "http.response.body" and not message.get("more_body"):
                audience = _audience(scope, start)
                if audience:
                    handler = scope["route_handler"]
                    any_query = handler.opt.get("query") == "ignored"
                    path, query, takes_gzip = key
                    query = b"" if any_query else query
                    count = cached_counter(min(handler.paths))
                    size = len(message["body"]) + len(query)
                    answer = Answer(expires_at, audience, any_query, size, start, message, count)
                    self._put((path, query, takes_gzip), answer)
            await send(message)

        return send_and_store

    def _put(self, key: Key, answer: Answer) -> None:
        """Store an answer, dropping those that have expired and, for want of room, the oldest, which expire first."""
        if key in self._answers:
            self._drop(key)
        if answer.size > MAX_ANSWER_BYTES:
            return
        self._answers[key] = answer
        self._bytes += answer.size
        now = time.monotonic()
        while self._answers:
            oldest = next(iter(self._answers))
            is_full = len(self._answers) > MAX_ANSWERS or self._bytes > MAX_BYTES
            if not is_full and self._answers[oldest].expires_at >= now:
                break
            self._drop(oldest)

    def _drop(self, key: Key) -> None:
        self._bytes -= self._answers.pop(key).size


def _key(scope: HTTPScope) -> Key:
    """Return the key of an answer. It says whether the caller takes gzip, because pages are then sent compressed."""
    accepted = next((value for name, value in scope["headers"] if name == b"accept-encoding"), b"")
    return scope["path"], scope["query_string"], "gzip" in accepted_encodings(accepted.decode("latin-1"))


def _is_usable(answer: Answer, scope: HTTPScope) -> bool:
    return time.monotonic() < answer.expires_at and (
        answer.audience == "everybody" or not presents_tokens(scope)
    )


def _audience(scope: HTTPScope, start: Any) -> str:
    """Return who may be sent this answer again; empty where it is not a success or says `no-store`."""
    handler: Any = scope.get("route_handler")
    audience: str = handler.opt.get("audience", "") if handler is not None else ""
    if start["status"] != 200 or (audience == "visitors" and scope["query_string"]):
        return ""
    if any(name.lower() == b"cache-control" and b"no-store" in value for name, value in start["headers"]):
        return ""
    return audience
