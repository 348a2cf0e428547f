"""Parts of the log, and what is published of it."""

from datetime import date, datetime
from typing import Literal, NewType
from uuid import UUID

import msgspec

# What the log calls a service: a random name, which nobody can lead back once the service's leases are destroyed.
ServiceName = NewType("ServiceName", UUID)
# `left`: the old gateway serves the address on for a while, until it is released.
type EventKind = Literal["leased", "changed", "left", "released"]


class Event(msgspec.Struct):
    """Something that happened to a fixed address, as a lease tells it."""

    lease_id: int
    service_id: int
    address: str
    event: EventKind
    at: datetime


class Entry(msgspec.Struct):
    """A row of the log. `written_at` is later than `at`, because the log is written by a job."""

    day: date
    index: int
    lease_id: int
    event: EventKind
    at: datetime
    written_at: datetime
    address: str
    service: ServiceName
    salt: bytes
    hash: bytes


class Day(msgspec.Struct):
    """The chain of a day. Open until it is signed; of a destroyed one this is all that is left."""

    day: date
    previous: bytes
    entry_count: int
    head: bytes
    key_id: str | None
    signature: bytes | None
    destroyed_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.signature is None


class SignedHead(msgspec.Struct, rename="camel"):
    """The end of a day's chain. `document` is the text that is signed, byte for byte."""

    day: date
    count: int
    head: str
    previous: str
    key_id: str
    # Base64 of 64 bytes, Ed25519.
    signature: str
    document: str
    # Whether the day's hashes were destroyed, as the law wants; its head stays.
    destroyed: bool


class Hashes(msgspec.Struct, rename="camel"):
    """A page of a day's hashes. `before`: the value of the chain from which the first of them goes on."""

    day: date
    count: int
    page: int
    page_size: int
    before: str
    entries: list[str]


class Place(msgspec.Struct, rename="camel"):
    """Place of an event of a lease's address in the log."""

    day: date
    index: int
    event: EventKind
    at: datetime
    # The value of the chain after this entry, and before.
    hash: str
    previous: str
    # The entry's own text, byte for byte as it is hashed. It says nothing of who had the service.
    entry: str
    # None until the day is over.
    head: SignedHead | None
