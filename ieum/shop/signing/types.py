"""Types of the signing room: keys and signatures."""

from datetime import datetime
from typing import Literal

import msgspec

# What a signed document says of itself, so that none passes for another.
type Kind = Literal["ieum-certificate", "ieum-now", "ieum-log-head"]


class Signature(msgspec.Struct, frozen=True):
    """64 bytes of Ed25519, and which of the shop's keys made them."""

    key_id: str
    value: bytes


class SecretKey(msgspec.Struct, frozen=True):
    """The key that signs now; its private half is sealed."""

    key_id: str
    sealed_private: bytes


class PublicKey(msgspec.Struct, frozen=True):
    """Public part of a key. `retired_at` is None while it signs."""

    key_id: str
    public_key: bytes
    created_at: datetime
    retired_at: datetime | None


class PublishedKey(msgspec.Struct, rename={"since": "from"}):
    """A key as `/.well-known/ieum-keys.json` lists it; `until` is null for the one that signs now."""

    kid: str
    alg: str
    # The 32 bytes themselves in base64, and the same as a file that openssl reads.
    key: str
    pem: str
    since: datetime
    until: datetime | None


class PublishedKeys(msgspec.Struct):
    """All keys of the shop, the newest first."""

    keys: list[PublishedKey]
