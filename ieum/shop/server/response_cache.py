"""Answers that are the same for everybody, sent again as they are until something they show changes.

A handler says with its `opt` for whom its answers are alike; all others pass through untouched.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import accepted_encodings
from ieum.shop.kernel.metrics import cached_answer_counter
from ieum.shop.members.authentication import presents_tokens

# Anybody can ask under ever other queries that a handler does not look at: each process keeps so much and no more.
ANSWERS_KEPT = 500
BYTES_KEPT = 16_000_000
LARGEST_KEPT = BYTES_KEPT // 8
# Nobody tells of what changes with every order, the stock, or by the clock alone: prices that come into force.
KEPT_SECONDS = 1


type Key = tuple[str, bytes, bool]


class Answer(msgspec.Struct, frozen=True):
    version: int
    until: float
    audience: str
    any_query: bool
    size: int
    start: Message
    body: Message
    count: Callable[[], None]


class KeptAnswers:
    """Stands before the router. While the feed is deaf nothing is kept, and nothing kept is sent."""

    def __init__(self, app: ASGIApp, feed: Feed) -> None:
        self._app = app
        self._feed = feed
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not self._feed.connected:
            await self._app(scope, receive, send)
            return
        key = _key(scope)
        found = self._answers.get(key) or (self._find_for_any_query(key) if scope["query_string"] else None)
        if found is not None and self._is_good(found, scope):
            found.count()
            await send(found.start)
            await send(found.body)
        elif presents_tokens(scope):
            # The answer may carry a new pair of them.
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, self._keeping(scope, send, key))

    def _find_for_any_query(self, key: Key) -> Answer | None:
        path, _, takes_gzip = key
        found = self._answers.get((path, b"", takes_gzip))
        return found if found is not None and found.any_query else None

    def _is_good(self, answer: Answer, scope: HTTPScope) -> bool:
        return (
            answer.version == self._feed.pages_version
            and time.monotonic() < answer.until
            and (answer.audience == "everybody" or not presents_tokens(scope))
        )

    def _keeping(self, scope: HTTPScope, send: Send, key: Key) -> Send:
        """The version is read before anything else is: what changes meanwhile makes the answer an old one."""
        version = self._feed.pages_version
        start: Any = None

        async def keep(message: Message) -> None:
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
                    count = cached_answer_counter(min(handler.paths))
                    until = time.monotonic() + KEPT_SECONDS
                    size = len(message["body"]) + len(query)
                    answer = Answer(version, until, audience, any_query, size, start, message, count)
                    self._put((path, query, takes_gzip), answer)
            await send(message)

        return keep

    def _put(self, key: Key, answer: Answer) -> None:
        """What has been kept longest is over first, so no more than that is looked at."""
        if key in self._answers:
            self._drop(key)
        if answer.size > LARGEST_KEPT:
            return
        self._answers[key] = answer
        self._bytes += answer.size
        now = time.monotonic()
        while self._answers:
            oldest = next(iter(self._answers))
            is_too_much = len(self._answers) > ANSWERS_KEPT or self._bytes > BYTES_KEPT
            if not is_too_much and self._answers[oldest].until >= now:
                break
            self._drop(oldest)

    def _drop(self, key: Key) -> None:
        self._bytes -= self._answers.pop(key).size


def _key(scope: HTTPScope) -> Key:
    """Pages come compressed to whom they may."""
    accepted = next((value for name, value in scope["headers"] if name == b"accept-encoding"), b"")
    return scope["path"], scope["query_string"], "gzip" in accepted_encodings(accepted.decode("latin-1"))


def _audience(scope: HTTPScope, start: Any) -> str:
    """For whom this very answer may be kept; for nobody where it is not a success or says `no-store`."""
    handler: Any = scope.get("route_handler")
    audience: str = handler.opt.get("kept", "") if handler is not None else ""
    if start["status"] != 200 or (audience == "visitors" and scope["query_string"]):
        return ""
    if any(name.lower() == b"cache-control" and b"no-store" in value for name, value in start["headers"]):
        return ""
    return audience
