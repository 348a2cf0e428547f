"""Interface of an identity provider."""

import asyncio
from abc import ABC, abstractmethod
from datetime import date
from enum import StrEnum
from uuid import UUID, uuid4

import msgspec


class NotVerified(StrEnum):
    WAITING = "waiting"  # the person has not finished in the provider's window
    FAILED = "failed"
    UNREACHABLE = "unreachable"  # the provider gave no usable answer


class Person(msgspec.Struct, frozen=True):
    """The person that the provider verified; a field that our contract does not cover is None.

    `key` is the provider's permanent identifier of the person (CI, else DI), of which only a keyed hash is stored.
    """

    name: str
    phone: str | None
    birth_date: date | None
    key: str | None


class IdentityProvider(ABC):
    """Its calls go over the network, so none may run inside a transaction."""

    @abstractmethod
    async def find(self, verification: UUID) -> Person | NotVerified:
        """The result of a verification by the provider itself, whatever the browser claims."""

    async def answers(self, *, patience: float) -> bool:
        """Tell whether the provider says, within so many seconds, that it knows no verification that never began."""
        try:
            async with asyncio.timeout(patience):
                return await self.find(uuid4()) is not NotVerified.UNREACHABLE
        except TimeoutError:
            return False

    @abstractmethod
    async def close(self) -> None: ...
