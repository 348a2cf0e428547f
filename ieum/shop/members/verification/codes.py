"""How codes are made and what of them is kept. No I/O."""

import hashlib
import hmac
import secrets
from uuid import UUID


def new_code() -> str:
    return f"{secrets.randbelow(1_000_000):06}"


def hash_code(code: str, verification: UUID, *, key: str) -> bytes:
    """Keyed, because a million plain hashes are tried in a second; bound to its row."""
    return _keyed(b"verification code", f"{verification}:{code}", key=key)


def fits(code: str, kept: bytes | None, verification: UUID, *, key: str) -> bool:
    """The same work whether or not a code was ever sent; without one it is False."""
    made = hash_code(code, verification, key=key)
    return hmac.compare_digest(made, kept or bytes(32)) and kept is not None


def hash_person(person: str, *, key: str) -> bytes:
    """The same person always has the same one; nobody without our key can make it of a CI or DI."""
    return _keyed(b"person", person, key=key)


def _keyed(purpose: bytes, text: str, *, key: str) -> bytes:
    own_key = hmac.digest(key.encode(), b"ieum " + purpose, hashlib.sha256)
    return hmac.digest(own_key, text.encode(), hashlib.sha256)
