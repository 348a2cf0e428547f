"""Encryption of what is stored but must not be readable in the table: billing keys, refund accounts (SAFE 7②)."""

from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class SealBrokenError(Exception):
    """None of the shop's keys opens it: a key was removed from the settings before everything was sealed anew."""


class Sealer:
    """Seals with the first of its keys and opens with any of them; docs/operations.md says how to change keys."""

    def __init__(self, keys: Sequence[str]) -> None:
        """Each key is 32 bytes in URL-safe base64. Raises ValueError where one is not."""
        self._fernet = MultiFernet([Fernet(key) for key in keys])

    def seal(self, text: str) -> bytes:
        return self._fernet.encrypt(text.encode())

    def open(self, sealed: bytes) -> str:
        """Raises SealBrokenError."""
        try:
            return self._fernet.decrypt(sealed).decode()
        except InvalidToken as error:
            raise SealBrokenError from error

    def reseal(self, sealed: bytes) -> bytes:
        """Seal the same text with the first key. Raises SealBrokenError."""
        try:
            return self._fernet.rotate(sealed)
        except InvalidToken as error:
            raise SealBrokenError from error
