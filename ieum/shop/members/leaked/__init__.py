"""Recognises leaked passwords, and Korean words typed on an English keyboard.

The list is a file of sorted, truncated hashes: half a megabyte for a hundred thousand passwords. `build.py` makes it;
decision 0013 says where the passwords come from.
"""

import hashlib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "passwords.bin"
# Bytes of a hash: with five, about one good password in a million is taken for a listed one.
WIDTH = 5
# Up to `ENDING` digits or signs after a word, such as `2026!`, do not make it another password.
ENDING, SHORTEST = 5, 4


def is_leaked(password: str) -> bool:
    """Tell whether a password is on the list, in any capitalisation or with up to five digits or signs after it."""
    return any(_is_listed(form) for form in _forms(password))


def normal(password: str) -> str:
    return unicodedata.normalize("NFC", password).lower()


def digest(password: str) -> bytes:
    return hashlib.blake2b(password.encode("utf-8", "surrogatepass"), digest_size=WIDTH).digest()


def _forms(password: str) -> Iterator[str]:
    form = normal(password)
    yield form
    for _ in range(ENDING):
        if form[-1:].isalpha() or len(form) <= SHORTEST:
            return
        form = form[:-1]
        yield form


def _is_listed(form: str) -> bool:
    digests, digest_of_form = _read(), digest(form)

    def entry(index: int) -> bytes:
        return digests[index * WIDTH : index * WIDTH + WIDTH]

    return entry(bisect_left(range(len(digests) // WIDTH), digest_of_form, key=entry)) == digest_of_form


@cache
def _read() -> bytes:
    return FILE.read_bytes()
