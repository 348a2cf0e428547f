"""Refuses requests from blocked addresses, before anything else handles them."""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_network

import msgspec
from litestar.datastructures import State
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import AddressBlocked
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import caller_address
from ieum.shop.kernel.metrics import BLOCKED
from ieum.shop.kernel.problems import Problem
from ieum.shop.kernel.safety_headers import safety_headers
from ieum.shop.kernel.settings import Networks
from ieum.shop.site import queries
from ieum.shop.site.types import Blocked

log = logging.getLogger(__name__)

# The list is read again this often even without a notification, because the feed may be disconnected.
REREAD_SECONDS = 60
RETRY_SECONDS = 2
# How many verdicts are cached; one for a longer `X-Forwarded-For` is computed each time.
CACHED_VERDICTS, CACHED_HEADER_LENGTH = 4096, 80
# Monitoring gets an answer from any address.
ALWAYS_ANSWERED = "/healthz"


class Blocklist:
    """Copy of the list of blocked addresses in this process. It stays in use until a newer one has been read."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._task: asyncio.Task[None] | None = None
        self.put(Blocked([], ""))

    def put(self, blocked: Blocked) -> None:
        self.ranges = Networks(map(ip_network, blocked.ranges))
        # What the shop can say of itself without its database.
        self.phone = blocked.phone
        self.answer = _refusal(blocked.phone)
        self._verdict = lru_cache(CACHED_VERDICTS)(self._judge)

    def refuses(self, peer: str, forwarded: str, trusted: Networks) -> bool:
        """Tell whether the caller behind our own proxies is on the list."""
        judge = self._judge if len(forwarded) > CACHED_HEADER_LENGTH else self._verdict
        return judge(peer, forwarded, trusted)

    def _judge(self, peer: str, forwarded: str, trusted: Networks) -> bool:
        address = caller_address(peer, [forwarded], trusted=trusted)
        # This machine itself is never blocked, so that an operator on it can undo a mistake.
        return not address.is_loopback and address in self.ranges

    async def start(self, db: Database) -> None:
        """Read the list before the first request, then follow its changes. Start the feed after this."""
        is_read = await self._read(db)
        self._task = asyncio.create_task(self._follow(db, is_read=is_read))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _read(self, db: Database) -> bool:
        """Read the list. False where the database could not be read; the list then stays as it was."""
        try:
            async with db.connection() as conn:
                self.put(await queries.get_blocked(conn))
        except (Error, PoolTimeout, OSError) as error:
            log.warning("the list of blocked addresses stays as it was: %s", error)
            return False
        return True

    async def _follow(self, db: Database, *, is_read: bool) -> None:
        with self._feed.waiting_for(None) as changed:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(REREAD_SECONDS if is_read else RETRY_SECONDS):
                        await changed.wait()
                # Cleared before reading, so that a change during the read causes another read.
                changed.clear()
                is_read = await self._read(db)


class RefuseBlocked:
    """ASGI middleware before everything else, the response cache included. Costs nothing while nobody is blocked."""

    def __init__(self, app: ASGIApp, state: State) -> None:
        self._app = app
        self._state = state

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        blocklist: Blocklist = self._state.blocklist
        if (
            blocklist.ranges
            and scope["type"] == "http"
            and scope["path"] != ALWAYS_ANSWERED
            and blocklist.refuses(
                scope["client"][0] if scope["client"] else "",
                _forwarded(scope["headers"]),
                self._state.settings.trusted_proxies,
            )
        ):
            return self._refuse(scope, send)
        return self._app(scope, receive, send)

    async def _refuse(self, scope: HTTPScope, send: Send) -> None:
        BLOCKED.inc()
        answer: bytes = self._state.blocklist.answer
        headers = [
            (b"content-type", b"application/problem+json"),
            (b"content-length", str(len(answer)).encode()),
            (b"cache-control", b"no-store"),
            *safety_headers(is_https=self._state.settings.is_https),
        ]
        await send({"type": "http.response.start", "status": AddressBlocked.status, "headers": headers})
        body = b"" if scope["method"] == "HEAD" else answer
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _forwarded(headers: Sequence[tuple[bytes, bytes]]) -> str:
    return ",".join(value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for")


def _refusal(phone: str) -> bytes:
    detail = AddressBlocked.detail
    if phone:
        detail = detail.replace("고객센터로", f"고객센터({phone})로")
    problem = Problem(AddressBlocked.status, AddressBlocked.title, detail, AddressBlocked.code)
    return msgspec.json.encode(problem)
