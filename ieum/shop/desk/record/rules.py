"""The hash of an entry, and the chain of entries. Pure."""

from hashlib import sha256

import msgspec
from msgspec import structs

from ieum.shop.desk.record.types import Entry

NOTHING = bytes(32)


def chained(previous: bytes, entry: Entry) -> bytes:
    """SHA-256 of the hash before and of the entry as JSON with sorted keys and without its own hash."""
    fields = structs.asdict(entry)
    del fields["hash"]
    return sha256(previous + msgspec.json.encode(fields, order="sorted")).digest()
