"""A process that may be killed: before or after whatever it does to the database or asks of the provider."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import Any

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.payments.provider import (
    Channel,
    Issued,
    Outcome,
    Provider,
    ProviderPayment,
    TransactionPage,
)


class Killed(BaseException):
    """The process is dead; no `except Exception` of the shop catches it."""


class Crash:
    """Kills the process at the n-th point that it passes from now on; None: it lives on."""

    def __init__(self, left: int | None = None) -> None:
        self.left = left
        self.kills = 0
        # Counts the processes so far: what a killed one still holds no longer counts.
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


class CrashingDatabase(Database):
    """The process may die before a transaction begins, before it is committed, and after it."""

    def __init__(self, inner: Database, crash: Crash) -> None:
        self._inner = inner
        self._crash = crash

    def connection(self) -> AbstractAsyncContextManager[Connection]:
        return self._inner.connection()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        self._crash.passes("begin")
        async with self._inner.transaction() as conn:
            yield conn
            self._crash.passes("commit")
        self._crash.passes("committed")


class CrashingProvider(Provider):
    """The process may die before a call is sent, and after it was answered."""

    def __init__(self, inner: Provider, crash: Crash) -> None:
        self.inner = inner
        self.crash = crash

    async def _call[T](self, what: str, call: Callable[..., Awaitable[T]], *given: Any, **named: Any) -> T:
        self.crash.passes(f"before {what}")
        answer = await call(*given, **named)
        self.crash.passes(f"after {what}")
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

    async def page_of_transactions(
        self, since: datetime, until: datetime, *, channel: Channel, after: str | None
    ) -> TransactionPage:
        ask = self.inner.page_of_transactions
        return await self._call("transactions", ask, since, until, channel=channel, after=after)

    async def close(self) -> None:
        await self.inner.close()
