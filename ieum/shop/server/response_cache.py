"""A cache of answers that are the same for everybody: each is sent again, byte for byte, for half a second.

A handler's `opt` names its audience (`kernel/caching.py`); other answers pass through untouched. The time is so short
that nothing has to tell the cache of a change, and so long that a crowd costs no more than one visitor. A crowd that
asks while the answer is being made waits for it: if everybody made their own, all would be so slow that each
answer expires before it is made.
"""

import asyncio
import time
from collections import OrderedDict
from typing import Any, cast

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ieum.shop.kernel.compressing import takes_gzip
from ieum.shop.kernel.metrics import CachedUses, cached_uses
from ieum.shop.kernel.templates import KEPT, template_of
from ieum.shop.members.authentication import presents_tokens

# A page may be drawn with an answer that is nearly this old itself, so what a page shows is at most a second old.
TTL_SECONDS = 0.5
# Bounds for each process: a caller can vary a query that the handler ignores without end.
MAX_ANSWERS = 500
MAX_BYTES = 16_000_000
MAX_ANSWER_BYTES = MAX_BYTES // 8
# Never stored, but sent to those who waited: if each asked again, they would wait for a connection as long once more.
UNAVAILABLE = 503
# A page asks for texts that the operator may not have written: that there are none is known for half a second, too.
MISSING = {404, 410}

type Key = tuple[str, bytes, bool]


class Answer(msgspec.Struct, frozen=True):
    expires_at: float
    audience: str
    any_query: bool
    size: int
    start: Message
    body: Message
    uses: CachedUses
    template: str


class Pending(msgspec.Struct):
    """A request that is being handled; others may wait for its answer."""

    scope: HTTPScope
    expires_at: float
    is_over: asyncio.Event
    answer: Answer | None = None
    """None before it is over, and if the answer must not be sent to others."""


class ResponseCache:
    """ASGI middleware before the router."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._bytes = 0
        self._pending: dict[Key, Pending] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        key = _key(scope)
        answer = self._find(key)
        if answer is None or not _may_have(answer.audience, scope):
            answer = await self._wait_for_another(key, scope)
        if answer is not None:
            answer.uses.number += 1
            cast("dict[str, Any]", scope)[KEPT] = answer.template
            await send(answer.start)
            await send(answer.body)
        elif presents_tokens(scope):
            # The answer may carry rotated tokens.
            await self._app(scope, receive, send)
        else:
            await self._handle(scope, receive, send, key)

    def clear(self) -> None:
        self._answers.clear()
        self._bytes = 0

    def _find(self, key: Key) -> Answer | None:
        path, query, takes_gzip = key
        found = self._answers.get(key)
        if found is None and query:
            found = self._answers.get((path, b"", takes_gzip))
            found = found if found is not None and found.any_query else None
        return found if found is not None and time.monotonic() < found.expires_at else None

    async def _wait_for_another(self, key: Key, scope: HTTPScope) -> Answer | None:
        """Wait for the answer to an equal request; None where there is none, or where its answer is not for others.

        A request older than an answer may be is left to those who joined it in time.
        """
        pending = self._pending.get(key)
        if pending is None or time.monotonic() >= pending.expires_at:
            return None
        # The router has found the handler by now, unless the request still waits before the router.
        audience = _audience(pending.scope)
        if not audience or not _may_have(audience, scope):
            return None
        await pending.is_over.wait()
        return pending.answer

    async def _handle(self, scope: HTTPScope, receive: Receive, send: Send, key: Key) -> None:
        """Let the app answer, and store its answer. The answer's time begins now, before the handler reads anything."""
        pending = Pending(scope, time.monotonic() + TTL_SECONDS, asyncio.Event())
        self._pending[key] = pending
        try:
            await self._app(scope, receive, self._storing(pending, send, key))
        finally:
            self._end(pending, key)

    def _end(self, pending: Pending, key: Key) -> None:
        pending.is_over.set()
        if self._pending.get(key) is pending:
            del self._pending[key]

    def _storing(self, pending: Pending, send: Send, key: Key) -> Send:
        """Return a `send` that also stores the answer."""
        scope = pending.scope
        start: Any = None

        async def send_and_store(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
            elif message["type"] == "http.response.body" and not message.get("more_body"):
                audience = _audience(scope)
                may_be_stored = _may_be_stored(start, audience)
                if audience and (may_be_stored or start["status"] == UNAVAILABLE):
                    handler = scope["route_handler"]
                    any_query = handler.opt.get("query") == "ignored"
                    path, query, takes_gzip = key
                    query = b"" if any_query else query
                    uses = cached_uses(min(handler.paths), start["status"])
                    size = len(message["body"]) + len(query)
                    answer = Answer(
                        pending.expires_at,
                        audience,
                        any_query,
                        size,
                        start,
                        message,
                        uses,
                        template_of(scope),
                    )
                    pending.answer = answer
                    if may_be_stored:
                        self._put((path, query, takes_gzip), answer)
                # Nobody waits until a slow caller has taken the answer.
                self._end(pending, key)
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
    """Return the key of an answer. It says whether the caller takes gzip, because answers are then sent compressed."""
    return scope["path"], scope["query_string"], takes_gzip(scope)


def _audience(scope: HTTPScope) -> str:
    """Return who may be sent the answer to this request again; empty for nobody, and before the router has run."""
    handler: Any = scope.get("route_handler")
    audience: str = handler.opt.get("audience", "") if handler is not None else ""
    return "" if audience == "visitors" and scope["query_string"] else audience


def _may_have(audience: str, scope: HTTPScope) -> bool:
    return audience == "everybody" or not presents_tokens(scope)


def _may_be_stored(start: Any, audience: str) -> bool:
    """Tell whether the answer is a success without `no-store`, or tells everybody that there is nothing."""
    if start["status"] in MISSING:
        return audience == "everybody"
    return start["status"] == 200 and not any(
        name.lower() == b"cache-control" and b"no-store" in value for name, value in start["headers"]
    )
