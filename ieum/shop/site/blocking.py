"""Blocked addresses: refused before anything else looks at what they want."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_network

import msgspec
from litestar.datastructures import State
from litestar.types import ASGIApp, Receive, Scope, Send
from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import AddressBlocked, Problem
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import caller_address
from ieum.shop.kernel.metrics import BLOCKED
from ieum.shop.kernel.settings import Networks
from ieum.shop.site import queries
from ieum.shop.site.types import Blocked

log = logging.getLogger(__name__)

# Without news the list is read again after so long: a feed that is deaf tells of nothing.
REREAD_SECONDS = 60
RETRY_SECONDS = 2
# Who asks, in the words of the socket and of the proxies; a longer story is read anew each time.
REMEMBERED, STORY_LENGTH = 4096, 80
# Whoever watches whether the server is alive is answered, wherever they are.
ALWAYS_ANSWERED = "/healthz"


class Blocklist:
    """The list as this process knows it. It is kept until a newer one has been read, whatever happens."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._task: asyncio.Task[None] | None = None
        self.put(Blocked([], ""))

    def put(self, blocked: Blocked) -> None:
        self.ranges = Networks(ip_network(one) for one in blocked.ranges)
        self.answer = _refusal(blocked.phone)
        self._verdict = lru_cache(REMEMBERED)(self._judge)

    def refuses(self, peer: str, forwarded: str, trusted: Networks) -> bool:
        """Whether the caller behind our own proxies is on the list."""
        judge = self._judge if len(forwarded) > STORY_LENGTH else self._verdict
        return judge(peer, forwarded, trusted)

    def _judge(self, peer: str, forwarded: str, trusted: Networks) -> bool:
        address = caller_address(peer, [forwarded], trusted=trusted)
        # Whoever sits at the machine can always undo what they have done.
        return not address.is_loopback and address in self.ranges

    async def start(self, db: Database) -> None:
        """Know the list before the first request, and follow it from then on; the feed is started after this."""
        known = await self._read(db)
        self._task = asyncio.create_task(self._follow(db, known=known))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _read(self, db: Database) -> bool:
        """Whether it could be read; if not, the list stays as it was."""
        try:
            async with db.connection() as conn:
                self.put(await queries.get_blocked(conn))
        except (Error, PoolTimeout, OSError) as error:
            log.warning("the list of blocked addresses stays as it was: %s", error)
            return False
        return True

    async def _follow(self, db: Database, *, known: bool) -> None:
        with self._feed.waiting_for(None) as news:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(REREAD_SECONDS if known else RETRY_SECONDS):
                        await news.wait()
                # Before reading: what is told meanwhile is read once more.
                news.clear()
                known = await self._read(db)


class RefuseBlocked:
    """Stands before everything else, cached answers included; while nobody is blocked it asks nothing."""

    def __init__(self, app: ASGIApp, blocklist: Blocklist, state: State) -> None:
        self._app = app
        self._blocklist = blocklist
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        blocklist = self._blocklist
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
            BLOCKED.inc()
            headers = [
                (b"content-type", b"application/problem+json"),
                (b"content-length", str(len(blocklist.answer)).encode()),
                (b"cache-control", b"no-store"),
                (b"x-content-type-options", b"nosniff"),
            ]
            await send({"type": "http.response.start", "status": AddressBlocked.status, "headers": headers})
            body = b"" if scope["method"] == "HEAD" else blocklist.answer
            await send({"type": "http.response.body", "body": body, "more_body": False})
        else:
            await self._app(scope, receive, send)


def _forwarded(headers: Sequence[tuple[bytes, bytes]]) -> str:
    return ",".join(value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for")


def _refusal(phone: str) -> bytes:
    detail = AddressBlocked.detail
    if phone:
        detail = detail.replace("고객센터로", f"고객센터({phone})로")
    problem = Problem(AddressBlocked.status, AddressBlocked.title, detail, AddressBlocked.code)
    return msgspec.json.encode(problem)
