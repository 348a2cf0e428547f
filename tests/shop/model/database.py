"""The database of the shop that the model walks through."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from ieum.shop.kernel.db import Connection, Database
from tests.shop.builders.crashes import Crash
from tests.shop.builders.lock_order import LockOrder


class SavepointDatabase(Database):
    """Transactions as savepoints of one that never commits, set and released by hand.

    A killed process leaves its transaction open; what the garbage collector closes later is not ours any more.
    """

    def __init__(self, crash: Crash) -> None:
        self.crash = crash
        self.locks = LockOrder()
        self.conn: Connection | None = None
        self._open: list[str] = []
        self._number = 0

    @property
    def here(self) -> Connection:
        assert self.conn is not None
        return self.conn

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection]:
        yield self.here

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        self.crash.passes("begin")
        epoch, conn = self.crash.epoch, self.here
        self._number += 1
        name = f"model_{self._number}"
        await conn.execute(f"SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
        if not self._open:
            self.locks.begin()
        self._open.append(name)
        try:
            yield conn
            self.crash.passes("commit")
        except BaseException:
            if epoch == self.crash.epoch:
                await self._roll_back_to(name)
            raise
        if epoch == self.crash.epoch:
            await conn.execute(f"RELEASE SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
            del self._open[self._open.index(name) :]
            self.crash.passes("committed")

    async def back_up(self) -> str:
        """A copy to which the database can go back, as often as one likes: it is named for `restore`."""
        assert not self._open
        self._number += 1
        name = f"backup_{self._number}"
        await self.here.execute(f"SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
        return name

    async def restore(self, name: str) -> None:
        """Copies that were made later are lost."""
        assert not self._open
        await self.here.execute(f"ROLLBACK TO SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]

    async def forget_the_dead(self) -> None:
        """PostgreSQL rolls back what a lost connection had open."""
        if self._open:
            await self._roll_back_to(self._open[0])

    async def _roll_back_to(self, name: str) -> None:
        await self.here.execute(f"ROLLBACK TO SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
        await self.here.execute(f"RELEASE SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
        del self._open[self._open.index(name) :]
