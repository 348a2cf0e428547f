"""Ends statements that wait for a database which keeps its connections but answers nothing, as a frozen machine does.

Time alone does not tell: a statement may wait for a row that another buyer holds. So once one has taken a moment, a new
connection is tried, and the statement is ended only where that one is not answered, and no other statement is, either.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import override

from psycopg import AsyncConnection, Error
from psycopg.abc import PQGen
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

from ieum.shop.kernel.primary import break_off

log = logging.getLogger(__name__)

# In seconds: a page without its database has to be answered within two.
SUSPECT_AFTER = 0.5
PROBE_SECONDS = 0.8
PAUSE_SECONDS = 0.4
# How long, in seconds, a statement may go unanswered by a silent database. Whether a change was made is not known once
# its connection is broken, so the database gets longer to come back.
READ_PATIENCE = 0.5
CHANGE_PATIENCE = 8.0


class WatchedConnection(AsyncConnection[TupleRow]):
    """A connection that is broken where the database is silent for longer than its patience, in seconds."""

    watch: "SilenceWatch | None" = None
    patience = READ_PATIENCE

    @override
    async def wait[R](self, gen: PQGen[R], interval: float = 0.1, timeout: float | None = None) -> R:
        """Every statement waits here, and every commit. Raises OperationalError where the database is silent."""
        if self.watch is None or timeout is not None:
            return await super().wait(gen, interval, timeout)
        timer = self.watch.begin(self)
        try:
            result = await super().wait(gen, interval)
        finally:
            self.watch.end(self, timer)
        self.watch.hear()
        return result

    @override
    async def _try_cancel(self, *, timeout: float = PROBE_SECONDS) -> None:
        """Ask the server to give up a statement that nobody waits for any more; a silent one is not asked for long."""
        await super()._try_cancel(timeout=min(timeout, PROBE_SECONDS))


class SilenceWatch:
    """Finds out whether the database answers while any statement of a pool takes long."""

    def __init__(self, url: str, tell: Callable[[bool], None]) -> None:
        """`tell` hears True when the database has gone silent, and False when it answers again."""
        self._url = url
        self._tell = tell
        self._is_silent = False
        self._heard_at = 0.0
        # The connections whose statements take long, and until when each is waited for.
        self._slow: dict[WatchedConnection, float] = {}
        self._probing: asyncio.Task[None] | None = None

    def begin(self, conn: WatchedConnection) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        return loop.call_later(SUSPECT_AFTER, self._suspect, conn, loop.time() + conn.patience)

    def end(self, conn: WatchedConnection, timer: asyncio.TimerHandle) -> None:
        timer.cancel()
        self._slow.pop(conn, None)

    def hear(self) -> None:
        self._heard_at = asyncio.get_running_loop().time()
        if self._is_silent:
            self._note(is_silent=False)

    def _suspect(self, conn: WatchedConnection, until: float) -> None:
        self._slow[conn] = until
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe())

    async def _probe(self) -> None:
        loop = asyncio.get_running_loop()
        while self._slow:
            began = loop.time()
            suspected = next(iter(self._slow))
            self._note(is_silent=not await self._is_answered(suspected) and self._heard_at < began)
            if self._is_silent:
                self._give_up(loop.time())
            await asyncio.sleep(PAUSE_SECONDS)

    async def _is_answered(self, suspected: WatchedConnection) -> bool:
        """Tell whether a new connection to the server is answered in time, be it with a refusal.

        To the same, where the URL names several: that the standby answers says nothing of the primary.
        """
        server = {"host": suspected.info.host, "port": suspected.info.port}
        same = make_conninfo(self._url, **server, hostaddr="", target_session_attrs="any")
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                conn = await AsyncConnection.connect(same)
                await conn.close()
        except TimeoutError:
            return False
        except (Error, OSError):
            return True
        return True

    def _note(self, *, is_silent: bool) -> None:
        if is_silent == self._is_silent:
            return
        self._is_silent = is_silent
        log.warning("the database answers %s", "nothing" if is_silent else "again")
        self._tell(is_silent)

    def _give_up(self, now: float) -> None:
        for conn in [conn for conn, until in self._slow.items() if until <= now]:
            del self._slow[conn]
            break_off(conn)
