"""Calls our own API inside the process, with the identity of the request for the page."""

import asyncio
from typing import NamedTuple
from urllib.parse import unquote

import msgspec
from litestar.types import HTTPRequestEvent, HTTPScope, Message

from ieum.shop.kernel.http import AnyRequest

NULL = msgspec.Raw(b"null")
UNAUTHENTICATED = 401
GATEWAY_TIMEOUT = 504
# A page waits no longer for what it can do without: a statement of the database may take a minute. What is asked for so
# should give up sooner by itself: its answer is everybody's who waits for the same, and a call that is ended has none.
BRIEFLY_SECONDS = 1.0
# The `Retry-After` that calls without a database connection get, too.
RETRY_SECONDS = 5


class _Envelope(msgspec.Struct):
    data: msgspec.Raw = NULL


class Fetched(NamedTuple):
    status: int
    data: msgspec.Raw


async def ask(request: AnyRequest, path: str) -> Fetched:
    """The status and the `data` of a GET, as JSON; null where the API refuses.

    The identity is passed on as it was read, so that tokens are not read or rotated twice.
    """
    pathname, _, query = path.partition("?")
    scope: HTTPScope = {
        **request.scope,
        "method": "GET",
        "path": unquote(pathname),
        "raw_path": pathname.encode(),
        "query_string": query.encode(),
        "headers": [],
        "state": {"identity": request.scope["state"].get("identity")},
    }
    answer = _Answer()
    await request.app(scope, _no_body, answer.take)
    if answer.status != 200:
        return Fetched(answer.status, NULL)
    return Fetched(answer.status, msgspec.json.decode(bytes(answer.body), type=_Envelope).data)


async def ask_briefly(request: AnyRequest, path: str) -> Fetched:
    """Ask like `ask`, and give up after a second."""
    try:
        async with asyncio.timeout(BRIEFLY_SECONDS):
            return await ask(request, path)
    except TimeoutError:
        return Fetched(GATEWAY_TIMEOUT, NULL)


def is_for_now(status: int) -> bool:
    """Tell whether the call failed for a passing reason, which tells nothing about the data."""
    return status == 429 or status >= 500


class _Answer:
    """Collects the messages of a response."""

    def __init__(self) -> None:
        self.status = 0
        self.body = bytearray()

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message["type"] == "http.response.body":
            self.body.extend(message["body"])


async def _no_body() -> HTTPRequestEvent:
    return {"type": "http.request", "body": b"", "more_body": False}
