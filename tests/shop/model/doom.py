"""A process that may be killed: before or after whatever it does to the books or asks of the provider."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.payments.provider import (
    Channel,
    Issued,
    Outcome,
    Provider,
    ProviderPayment,
    ProviderTransaction,
)


class Killed(BaseException):
    """No `except Exception` of the shop's sees it, as none sees the end of its process."""


class Doom:
    """Kills at the n-th point that is passed from now on."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.kills = 0
        # Of this process; what a killed one still holds is worth nothing.
        self.epoch = 0

    def passes(self, point: str) -> None:
        if self.left is None:
            return
        self.left -= 1
        if self.left <= 0:
            self.left = None
            self.kills += 1
            self.epoch += 1
            raise Killed(point)


class DoomedDatabase(Database):
    """Transactions as savepoints of one that never commits, set and released by hand.

    A killed process leaves its transaction open; what the garbage collector closes later is not ours any more.
    """

    def __init__(self, doom: Doom) -> None:
        self.doom = doom
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
        self.doom.passes("begin")
        epoch, conn = self.doom.epoch, self.here
        self._number += 1
        name = f"model_{self._number}"
        await conn.execute(f"SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
        self._open.append(name)
        try:
            yield conn
            self.doom.passes("commit")
        except BaseException:
            if epoch == self.doom.epoch:
                await self._roll_back_to(name)
            raise
        if epoch == self.doom.epoch:
            await conn.execute(f"RELEASE SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
            del self._open[self._open.index(name) :]
            self.doom.passes("committed")

    async def forget_the_dead(self) -> None:
        """PostgreSQL rolls back what a lost connection had open."""
        if self._open:
            await self._roll_back_to(self._open[0])

    async def _roll_back_to(self, name: str) -> None:
        await self.here.execute(f"ROLLBACK TO SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
        await self.here.execute(f"RELEASE SAVEPOINT {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
        del self._open[self._open.index(name) :]


class DoomedProvider(Provider):
    """Every call may be the last: before it left, or after it was answered."""

    def __init__(self, inner: Provider, doom: Doom) -> None:
        self.inner = inner
        self.doom = doom

    async def _call[T](self, what: str, call: Callable[..., Awaitable[T]], *given: Any, **named: Any) -> T:
        self.doom.passes(f"before {what}")
        answer = await call(*given, **named)
        self.doom.passes(f"after {what}")
        return answer

    async def confirm(self, **asked: Any) -> Outcome:
        return await self._call("confirm", self.inner.confirm, **asked)

    async def find(
        self, order_id: str, *, channel: Channel = Channel.NORMAL, payment_key: str | None = None
    ) -> ProviderPayment | None:
        return await self._call("find", self.inner.find, order_id, channel=channel, payment_key=payment_key)

    async def cancel(self, **asked: Any) -> Outcome:
        return await self._call("cancel", self.inner.cancel, **asked)

    async def issue_billing_key(self, **asked: Any) -> Issued:
        return await self._call("issue", self.inner.issue_billing_key, **asked)

    async def charge(self, **asked: Any) -> Outcome:
        return await self._call("charge", self.inner.charge, **asked)

    async def delete_billing_key(self, billing_key: str) -> bool:
        return await self._call("delete", self.inner.delete_billing_key, billing_key)

    async def transactions(
        self, since: datetime, until: datetime, *, channel: Channel
    ) -> list[ProviderTransaction]:
        return await self._call("transactions", self.inner.transactions, since, until, channel=channel)

    async def close(self) -> None:
        await self.inner.close()
