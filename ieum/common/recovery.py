"""Seals what must survive a machine to the owner's recovery key, whose private half no machine of the shop ever has.

HPKE (RFC 9180) with X25519, HKDF-SHA256 and ChaCha20-Poly1305. The two halves of a recovery key begin differently, so
that nobody pastes the private one where the public one belongs.
"""

import base64

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

_PUBLIC, _PRIVATE = "ieum-recovery-public-", "ieum-recovery-private-"
_SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
# What is sealed. Bound into the seal, so that nothing else that is ever sealed to the same key can be passed off as it.
GATEWAY_KEY = b"ieum gateway key"
SETTINGS = b"ieum settings"


class RecoveryError(Exception):
    """A recovery key that is none, or a copy that it does not open; the message says what is wrong."""


def new_recovery_key() -> tuple[str, str]:
    """Make a recovery key; returns its private and its public half."""
    private = X25519PrivateKey.generate()
    return (
        _PRIVATE + base64.b64encode(private.private_bytes_raw()).decode(),
        _PUBLIC + base64.b64encode(private.public_key().public_bytes_raw()).decode(),
    )


def seal(text: str, recovery_key: str, *, what: bytes) -> bytes:
    """Seal a text to the public half of a recovery key. Raises RecoveryError."""
    public = X25519PublicKey.from_public_bytes(_half(recovery_key, _PUBLIC))
    return _SUITE.encrypt(text.encode(), public, what)


def unseal(sealed: bytes, recovery_key: str, *, what: bytes) -> str:
    """Open a sealed copy with the private half. Raises RecoveryError."""
    private = X25519PrivateKey.from_private_bytes(_half(recovery_key, _PRIVATE))
    try:
        return _SUITE.decrypt(sealed, private, what).decode()
    except (InvalidTag, ValueError):
        raise RecoveryError("this recovery key does not open this copy") from None


def _half(text: str, beginning: str) -> bytes:
    begins, rest = text.startswith(beginning), text.removeprefix(beginning)
    try:
        half = base64.b64decode(rest, validate=True) if begins else b""
    except ValueError:
        half = b""
    if len(half) != 32:
        raise RecoveryError(f"a recovery key of this kind begins with {beginning} and has 44 characters more")
    return half
