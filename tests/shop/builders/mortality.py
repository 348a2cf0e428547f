"""Processes that die: the database and the provider as a process sees them that is killed between two steps."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.payments.provider import Outcome, Provider, ProviderPayment


class KilledError(BaseException):
    """No handler of the code under test catches it, as none survives a kill."""


class Life:
    """So many steps, and no more; None: it goes on for ever, and counts."""

    def __init__(self, steps: int | None = None) -> None:
        self.left = steps
        self.lived = 0

    def step(self) -> None:
        self.lived += 1
        if self.left is not None:
            if self.left == 0:
                raise KilledError
            self.left -= 1


class MortalDatabase(Database):
    """May die before a transaction, at its end before the commit, and after it."""

    def __init__(self, inner: Database, life: Life) -> None:
        self._inner = inner
        self._life = life

    def connection(self) -> AbstractAsyncContextManager[Connection]:
        return self._inner.connection()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        self._life.step()
        async with self._inner.transaction() as conn:
            yield conn
            self._life.step()
        self._life.step()


class MortalProvider:
    """May die before the request leaves, and after its answer has come."""

    def __init__(self, inner: Provider, life: Life) -> None:
        self._inner = inner
        self._life = life

    async def cancel(self, **asked: Any) -> Outcome:
        self._life.step()
        answer = await self._inner.cancel(**asked)
        self._life.step()
        return answer

    async def find(self, order_id: str, **asked: Any) -> ProviderPayment | None:
        self._life.step()
        return await self._inner.find(order_id, **asked)
