"""One-time codes (RFC 6238), the sealing of their secrets, and recovery codes. No I/O; the clock is handed in."""

import hashlib
import hmac
import os
import re
import secrets
from base64 import b32encode
from datetime import datetime

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.twofactor.hotp import HOTP
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from ieum.shop.kernel.secret_keys import recognised
from ieum.shop.members.security.types import NewSecret
from ieum.shop.members.types import MemberId

# The values that every authenticator app assumes; some apps ignore other values in the URI.
DIGITS, STEP_SECONDS, HASH = 6, 30, SHA1()  # noqa: S303 - what RFC 6238 says; an HMAC with it is sound
RECOVERY_CODES = 10
# No letters and digits that look alike; 16 characters of this alphabet are 79 bits.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_NONCE = 12


def new_secret() -> bytes:
    return secrets.token_bytes(20)


def describe(secret: bytes, *, site: str, login_id: str) -> NewSecret:
    uri = TOTP(secret, DIGITS, HASH, STEP_SECONDS).get_provisioning_uri(login_id, site)
    return NewSecret(b32encode(secret).decode(), uri)


def matching_step(secret: bytes, code: str, *, now: datetime) -> int | None:
    """The time step that this code belongs to; the member's clock may be half a minute off either way."""
    if not re.fullmatch(r"[0-9]{6}", code):
        return None
    generator = HOTP(secret, DIGITS, HASH)
    current = int(now.timestamp()) // STEP_SECONDS
    matching = [
        step
        for step in (current - 1, current, current + 1)
        if hmac.compare_digest(generator.generate(step), code.encode())
    ]
    return matching[-1] if matching else None


def seal(secret: bytes, *, key: str, holder: MemberId | str) -> bytes:
    """Encrypt with the shop's secret key, bound to the holder, so that a row copied to another one is useless.

    A member's id, or another text for whoever is no member.
    """
    nonce = os.urandom(_NONCE)
    return nonce + AESGCM(_derived(key)).encrypt(nonce, secret, str(holder).encode())


def unseal(sealed: bytes, *, key: str, holder: MemberId | str) -> bytes | None:
    """None where the secret was sealed with a key that the shop has no more; recovery codes still work then."""
    for one in recognised(key):
        try:
            return AESGCM(_derived(one)).decrypt(sealed[:_NONCE], sealed[_NONCE:], str(holder).encode())
        except InvalidTag:
            continue
    return None


def _derived(key: str) -> bytes:
    return HKDF(SHA256(), 32, salt=None, info=b"ieum totp secrets").derive(key.encode())


def new_recovery_code() -> str:
    """Draw a recovery code, such as `abcd-efgh-jkmn-pqrs`."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(4))


def hash_recovery_code(code: str) -> bytes:
    """Ignores case and separators; unkeyed, because a code of 79 random bits cannot be found by search."""
    typed = re.sub(r"[^a-z0-9]", "", code.lower())
    return hashlib.sha256(b"recovery:" + typed.encode()).digest()
