"""Encryption of what is stored but must not be readable in the table: billing keys, refund accounts (SAFE 7②).

Each value is bound to the place that it is kept at: copied to another row or column, it does not open
(docs/decisions/0159).
"""

import os
from base64 import urlsafe_b64decode
from collections.abc import Sequence

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_VERSION = b"\x01"
_KEY, _KEY_ID, _NONCE = 32, 4, 12
_HEAD = len(_VERSION) + _KEY_ID
# With what every Fernet token begins: its version byte in base64.
UNBOUND = b"g"


class SealBrokenError(Exception):
    """Value that no key of the shop opens: one was removed from the settings before everything was sealed anew."""


class SealMovedError(SealBrokenError):
    """The shop's key does not open it here: it was changed, copied from another place, or is of the form before."""


class Place(msgspec.Struct, frozen=True):
    """The place that a sealed value is bound to. What `row` names never changes, and is used once only."""

    column: str
    """Such as `refunds.sealed_account`, without a space."""
    row: str


class Sealer:
    """Seals with the first of its keys and opens with any of them; docs/operate/backup.md says how to change keys.

    A sealed value is a version, the id of its key, a nonce, and what AES-256-GCM-SIV makes of the text and the place.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        """Each key is 32 bytes in URL-safe base64. Raises ValueError where one is not."""
        self._fernet = MultiFernet([Fernet(key) for key in keys])
        derived = [_derive(key) for key in keys]
        self._newest = derived[0]
        self._ciphers = dict(reversed(derived))

    def seal(self, text: str, *, of: Place) -> bytes:
        id_, cipher = self._newest
        nonce = os.urandom(_NONCE)
        return _VERSION + id_ + nonce + cipher.encrypt(nonce, text.encode(), _bound_to(of))

    def open(self, sealed: bytes, *, of: Place) -> str:
        """Open a sealed value. Raises SealBrokenError and SealMovedError."""
        if is_unbound(sealed):
            raise SealMovedError
        cipher = self._ciphers.get(sealed[len(_VERSION) : _HEAD]) if sealed.startswith(_VERSION) else None
        if cipher is None:
            raise SealBrokenError
        nonce, content = sealed[_HEAD : _HEAD + _NONCE], sealed[_HEAD + _NONCE :]
        try:
            return cipher.decrypt(nonce, content, _bound_to(of)).decode()
        except (InvalidTag, ValueError) as error:
            raise SealMovedError from error

    def has_key_of(self, sealed: bytes) -> bool:
        """Return whether it was sealed with one of the keys, wherever it lies."""
        if not is_unbound(sealed):
            return sealed.startswith(_VERSION) and sealed[len(_VERSION) : _HEAD] in self._ciphers
        try:
            self.open_unbound(sealed)
        except SealBrokenError:
            return False
        return True

    def open_unbound(self, sealed: bytes) -> str:
        """Open a value of the form before, which is bound to no place. Raises SealBrokenError."""
        try:
            return self._fernet.decrypt(sealed).decode()
        except InvalidToken as error:
            raise SealBrokenError from error


def is_unbound(sealed: bytes) -> bool:
    """Return whether the value is of the form before, a Fernet token."""
    return sealed.startswith(UNBOUND)


def _derive(key: str) -> tuple[bytes, AESGCMSIV]:
    """Return the id and the cipher of one of the shop's keys; Fernet uses the key's own bytes."""
    made = HKDF(SHA256(), _KEY + _KEY_ID, salt=None, info=b"ieum sealed and bound").derive(
        urlsafe_b64decode(key)
    )
    return made[_KEY:], AESGCMSIV(made[:_KEY])


def _bound_to(place: Place) -> bytes:
    return f"{place.column} {place.row}".encode()
