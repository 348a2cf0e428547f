"""Makes verification codes, and the keyed hashes that are stored instead of codes and identities. No I/O."""

import hashlib
import hmac
import secrets
from uuid import UUID

from ieum.shop.kernel.secret_keys import accepted


def new_code() -> str:
    return f"{secrets.randbelow(1_000_000):06}"


def hash_code(code: str, verification: UUID, *, key: str) -> bytes:
    """Keyed, because a million plain hashes could be tried in a second; bound to the verification's row."""
    return _keyed(b"verification code", f"{verification}:{code}", key=key)


def matches(code: str, code_hash: bytes | None, verification: UUID, *, key: str) -> bool:
    """False without a hash, after the same amount of work, so that the time does not tell whether a code was sent."""
    hashes = [hash_code(code, verification, key=one) for one in accepted(key)]
    is_right = sum(hmac.compare_digest(one, code_hash or bytes(32)) for one in hashes) > 0
    return is_right and code_hash is not None


def hash_person(person: str, *, key: str) -> bytes:
    """Hash a person, always alike; without our key nobody can compute it from a CI or DI."""
    return _keyed(b"person", person, key=key)


def _keyed(purpose: bytes, text: str, *, key: str) -> bytes:
    own_key = hmac.digest(key.encode(), b"ieum " + purpose, hashlib.sha256)
    return hmac.digest(own_key, text.encode(), hashlib.sha256)
