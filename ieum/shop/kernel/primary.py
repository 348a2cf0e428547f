"""Finds the primary among the hosts of `IEUM_DATABASE_URL`, if it names several.

libpq alone tries them in their order, for each new connection: a box without power costs it the whole time limit, and
one that was the primary, and that nobody could tell that it is none any more, would be taken for one. So each host is
asked all the time, and the newest timeline is believed; connections to another host are broken off, because what is
done there is done in vain. With one host, nothing is asked.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Self
from weakref import WeakSet

import msgspec
from psycopg import AsyncConnection, Error
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow

from ieum.shop.kernel.settings import SettingsError

log = logging.getLogger(__name__)

# In seconds: how often each host is asked, also while the primary does not answer, and how long it may take to answer.
LOOK_EVERY = 1.0
LOOK_EVERY_WHILE_AWAY = 0.2
LOOK_SECONDS = 1.0
# A box without power ends no connection. With these, in seconds and milliseconds, one that nothing is sent on is broken
# after ten seconds; one that something is sent on, after five.
NOTICING = {
    "connect_timeout": 3,
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}

type Place = tuple[str, str]


class Host(msgspec.Struct, frozen=True):
    """A host of the URL: its name, and its address."""

    place: Place
    url: str


def noticing(url: str) -> str:
    """Return the URL with the timeouts of `NOTICING`, unless it has its own."""
    given = conninfo_to_dict(url)
    return make_conninfo(url, **{name: value for name, value in NOTICING.items() if name not in given})


def hosts_of(url: str) -> list[Host]:
    """The hosts in the URL's order. One port, or none, is that of all."""
    given = conninfo_to_dict(url)
    names = str(given.get("host") or "").split(",")
    ports = str(given.get("port") or "5432").split(",")
    addresses = str(given.get("hostaddr") or "").split(",")
    if len(ports) == 1:
        ports *= len(names)
    if len(addresses) != len(names):
        addresses = [""] * len(names)
    return [
        Host(
            (name, port),
            make_conninfo(url, host=name, port=port, **({"hostaddr": address} if address else {})),
        )
        for name, port, address in zip(names, ports, addresses, strict=True)
    ]


def place_of(conn: AsyncConnection[Any]) -> Place:
    """Return the host of a connection, as the URL names it."""
    return conn.info.host, str(conn.info.port)


def break_off(conn: AsyncConnection[Any]) -> None:
    """Fail its statement at once, as if the network had broken. To cancel it would wait for a silent server.

    The socket stays open until its owner closes it, or its number could go to another connection meanwhile.
    """
    with suppress(Error, OSError), socket.socket(fileno=os.dup(conn.pgconn.socket)) as sock:
        sock.shutdown(socket.SHUT_RDWR)


class Primary:
    """Looks for the primary while it is open; `url` leads to the one that was found last."""

    def __init__(self, url: str) -> None:
        """Read the URL. Raises SettingsError if it allows a standby: its data is old, and it takes no orders."""
        self._all = noticing(url)
        self._hosts = hosts_of(self._all)
        if len(self._hosts) > 1 and conninfo_to_dict(url).get("target_session_attrs") != "read-write":
            raise SettingsError(
                "IEUM_DATABASE_URL names several hosts: add ?target_session_attrs=read-write, or a standby may be used."
            )
        self._found: Host | None = None
        self._asking: dict[Place, AsyncConnection[TupleRow]] = {}
        self._followed: WeakSet[AsyncConnection[Any]] = WeakSet()
        self._on_move: list[Callable[[], Coroutine[Any, Any, None]]] = []
        # What each host answered last; 0 of a standby, and of a host that did not.
        self._timelines: dict[Place, int] = {}
        self._looking: list[asyncio.Task[None]] = []
        self._users = 0

    async def __aenter__(self) -> Self:
        """Look once, so that the first connections lead to the right host; several may hold it open."""
        self._users += 1
        if self._users == 1 and len(self._hosts) > 1:
            await asyncio.gather(*(self._ask(host) for host in self._hosts))
            await self._believe_the_newest()
            # Each by itself: one without power, which takes its whole time, keeps no news of another one.
            self._looking = [asyncio.create_task(self._keep_asking(host)) for host in self._hosts]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._users -= 1
        if self._users or not self._looking:
            return
        for task in self._looking:
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)
        self._looking.clear()
        for conn in self._asking.values():
            await conn.close()
        self._asking.clear()

    @property
    def url(self) -> str:
        """For a new connection: the primary's, or that of all hosts before any was found."""
        return self._found.url if self._found else self._all

    def on_move(self, move: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have this awaited when another host has become the primary, after connections elsewhere were broken off."""
        self._on_move.append(move)

    def forget(self, move: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._on_move.remove(move)

    async def follow(self, conn: AsyncConnection[Any]) -> None:
        """Break this connection off once the primary is elsewhere."""
        self._followed.add(conn)
        if self._found and len(self._hosts) > 1 and place_of(conn) != self._found.place:
            break_off(conn)

    async def _keep_asking(self, host: Host) -> None:
        while True:
            known = self._found and self._timelines.get(self._found.place)
            await asyncio.sleep(LOOK_EVERY if known else LOOK_EVERY_WHILE_AWAY)
            await self._ask(host)
            await self._believe_the_newest()

    async def _ask(self, host: Host) -> None:
        self._timelines[host.place] = await self._timeline_of(host)

    async def _believe_the_newest(self) -> None:
        """No answer is no news: a primary that is silent stays the one that is known until another one is seen."""
        found = max(self._hosts, key=lambda host: self._timelines[host.place])
        if self._timelines[found.place] == 0 or found == self._found:
            return
        was, self._found = self._found, found
        if was is None:
            return
        log.warning("the database's primary is now %s:%s, and was %s:%s", *found.place, *was.place)
        for conn in list(self._followed):
            if not conn.closed and place_of(conn) != found.place:
                break_off(conn)
        for move in list(self._on_move):
            await move()

    async def _timeline_of(self, host: Host) -> int:
        """The timeline that a primary writes; 0 of a standby, and of a host that does not answer."""
        try:
            conn = await self._asking_of(host)
            # Cancelled, it would first ask a silent server to cancel.
            limit = asyncio.get_running_loop().call_later(LOOK_SECONDS, break_off, conn)
            try:
                # On a standby, the function of the file's name fails.
                cursor = await conn.execute(
                    """
                    SELECT CASE WHEN pg_is_in_recovery() THEN NULL
                                ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END
                    """
                )
                row = await cursor.fetchone()
            finally:
                limit.cancel()
        except (TimeoutError, Error, OSError):
            return 0
        return int(row[0], 16) if row and row[0] else 0

    async def _asking_of(self, host: Host) -> AsyncConnection[TupleRow]:
        conn = self._asking.get(host.place)
        if conn is None or conn.closed:
            async with asyncio.timeout(LOOK_SECONDS):
                any_kind = make_conninfo(host.url, target_session_attrs="any")
                conn = await AsyncConnection.connect(any_kind, autocommit=True)
            self._asking[host.place] = conn
        return conn
