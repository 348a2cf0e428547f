"""Refuses, at next to no cost, what one network asks beyond anything that its people could ask for.

One core answers some hundreds of requests a second that no cache has, and takes them in the order in which they come:
whoever keeps hundreds of them under way makes everybody wait for all of these, a balancer that asks `/readyz` too. To
let them wait in here would not help, because they wait in front of Python; to refuse them takes a tenth of the time.
"""

import logging
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import ceil
from typing import Any, cast

import msgspec
from litestar.datastructures import State
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from ieum.shop.kernel.errors import TooManyRequests
from ieum.shop.kernel.http import caller_address
from ieum.shop.kernel.limits import MAX_CALLERS, network_of
from ieum.shop.kernel.metrics import CROWDED
from ieum.shop.kernel.problems import Problem
from ieum.shop.kernel.settings import Networks
from ieum.shop.server.noting import LOGGER

log = logging.getLogger(LOGGER)

# Of one network, at each process: a carrier's has thousands of customers, of whom a hundred may open the shop at once,
# each with twenty requests. In the long run a few of them at a time do.
AT_ONCE, A_SECOND = 2_000, 200
# Set on a request that was let in, and so on those that a page makes in this process, which are part of it.
KEY = "ieum.allowed"
# Set where it was refused: a line for each would fill the log, and a journal that drops lines then drops others'.
REFUSED = "ieum.refused"
NOTED_EVERY = 60.0
# Machines ask these every few seconds.
ALWAYS_ANSWERED = frozenset({"/healthz", "/readyz"})
# A longer header is read each time.
CACHED_HEADER_LENGTH = 80


class Allowance:
    """ASGI middleware behind the response cache, whose answers cost as little as a refusal."""

    def __init__(self, app: ASGIApp, state: State, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._state = state
        self._clock = clock
        # When each network will have its whole allowance again.
        self._whole_at: dict[str, float] = {}
        self._noted_at: dict[str, float] = {}
        self._read = lru_cache(4096)(_network)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and KEY not in scope and scope["path"] not in ALWAYS_ANSWERED:
            cast("dict[str, Any]", scope)[KEY] = True
            if wait := self._charge(self._network_of(scope)):
                cast("dict[str, Any]", scope)[REFUSED] = True
                await _refuse(send, wait)
                return
        await self._app(scope, receive, send)

    def _charge(self, network: str) -> int:
        """Take one request off the network's allowance; after how many seconds it may ask again, where none is left."""
        if not network:
            return 0
        now = self._clock()
        if len(self._whole_at) >= MAX_CALLERS:
            self._whole_at.clear()
            self._noted_at.clear()
        whole_at = max(now, self._whole_at.get(network, now)) + 1 / A_SECOND
        over = whole_at - now - AT_ONCE / A_SECOND
        # Half a request for the rounding of so many sums.
        if over > 0.5 / A_SECOND:
            self._note(network, now)
            return ceil(over)
        self._whole_at[network] = whole_at
        return 0

    def _note(self, network: str, now: float) -> None:
        """Say once a minute whom an operator may want to block."""
        if now - self._noted_at.get(network, -NOTED_EVERY) >= NOTED_EVERY:
            self._noted_at[network] = now
            log.info("refused what is beyond an allowance: %s, to %s", TooManyRequests.code, network)

    def _network_of(self, scope: HTTPScope) -> str:
        peer = scope["client"][0] if scope["client"] else ""
        forwarded = _forwarded(scope["headers"])
        read = self._read if len(forwarded) <= CACHED_HEADER_LENGTH else _network
        return read(peer, forwarded, self._state.settings.trusted_proxies)


def _network(peer: str, forwarded: str, trusted: Networks) -> str:
    """Empty for a private address: it may be a proxy that we were not told of, through which everybody comes."""
    address = caller_address(peer, [forwarded], trusted=trusted)
    return "" if address.is_private else network_of(str(address))


def _forwarded(headers: Iterable[tuple[bytes, bytes]]) -> str:
    return ",".join(value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for")


async def _refuse(send: Send, wait: int) -> None:
    CROWDED.inc()
    refusal = TooManyRequests
    body = msgspec.json.encode(Problem(refusal.status, refusal.title, refusal.detail, refusal.code))
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", str(wait).encode()),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
