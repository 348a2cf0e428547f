"""What the shop asks of an identity provider, in the shop's own words."""

from abc import ABC, abstractmethod
from datetime import date
from enum import StrEnum
from uuid import UUID

import msgspec


class NotVerified(StrEnum):
    WAITING = "waiting"  # the person has not been at the provider's window, or is still there
    FAILED = "failed"
    UNREACHABLE = "unreachable"  # no usable answer: nothing is known


class Person(msgspec.Struct, frozen=True):
    """Whom the provider saw; what it was not contracted to tell is None.

    `key` is its lasting name for the person (CI, else DI): it never leaves the request it came with.
    """

    name: str
    phone: str | None
    birth_date: date | None
    key: str | None


class IdentityProvider(ABC):
    """No call here may run inside a transaction."""

    @abstractmethod
    async def find(self, verification: UUID) -> Person | NotVerified:
        """What became of a verification: the provider's own word, whatever the browser says."""

    @abstractmethod
    async def close(self) -> None: ...
