"""Gives each request its trace, which its answer names, and writes a line about it where the operator wants one.

A line has the template of the path and never the path: links that change an address, and whatever else a caller may
have written into it, stay out of the log.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, cast

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ieum.common import trace
from ieum.shop.kernel.templates import template_of
from ieum.shop.server.allowance import REFUSED

log = logging.getLogger("ieum.requests")

# A journal takes some hundreds of lines a second (journald: 10,000 in 30 s) and then drops all there are, those of
# refused logins among them; and a flood of lines pushes out the days before. Kept pages come by the thousand.
LINES_A_SECOND = 200
# Has its line in any case.
BUG = 500

PARENT, ANSWER = b"traceparent", b"traceresponse"
# Set on the request, and so on those that a page makes in this process: they are part of it.
KEY = "ieum.trace"


class TraceRequests:
    """ASGI middleware before everything that may answer."""

    def __init__(
        self, app: ASGIApp, *, logs_requests: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._logs = logs_requests
        self._clock = clock
        self._second = self._written = self._left_out = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or KEY in scope:
            await self._app(scope, receive, send)
            return
        own = trace.read_parent(_header(scope)) or trace.new_id()
        cast("dict[str, Any]", scope)[KEY] = own
        answer = (ANSWER, trace.parent_of(own).encode())
        status, begin = 0, time.perf_counter()

        async def send_with_trace(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                # Another message: a kept one is sent to others, too.
                message = {**message, "headers": [*message["headers"], answer]}
            await send(message)

        token = trace.begin(own)
        try:
            await self._app(scope, receive, send_with_trace)
        finally:
            if self._logs and REFUSED not in scope and (status == BUG or self._has_room()):
                _write_line(scope, status, time.perf_counter() - begin)
            trace.end(token)

    def _has_room(self) -> bool:
        """Tell whether this second has room for a line; how many had none is told with the next second's first."""
        second = int(self._clock())
        if second != self._second:
            if self._left_out:
                log.warning("%d requests of a second have no line", self._left_out)
            self._second, self._written, self._left_out = second, 0, 0
        if self._written >= LINES_A_SECOND:
            self._left_out += 1
            return False
        self._written += 1
        return True


def _header(scope: HTTPScope) -> str:
    for name, value in scope["headers"]:
        if name == PARENT:
            return value.decode("latin-1")
    return ""


def _write_line(scope: HTTPScope, status: int, seconds: float) -> None:
    """Without looking for the line of code that writes it, which takes longer than all the rest."""
    record = logging.LogRecord(log.name, logging.INFO, "", 0, "request", None, None)
    record.method = scope["method"]
    record.path = template_of(scope)
    record.status = status
    record.ms = round(seconds * 1000, 1)
    log.handle(record)
