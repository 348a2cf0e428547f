"""Passwords that everybody knows: leaked ones, and Korean words as an English keyboard writes them.

Kept as hashes cut short, sorted: half a megabyte for a hundred thousand. `build.py` makes the file;
docs/decisions says where they are from.
"""

import hashlib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "passwords.bin"
# One good password in a million is mistaken for one of them.
WIDTH = 5
# `2026!` after a word makes no other password of it.
ENDING, SHORTEST = 5, 4


def is_leaked(password: str) -> bool:
    """However it is capitalised, and with up to five digits or signs after it."""
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
    known, wanted = _read(), digest(form)
    found = bisect_left(
        range(len(known) // WIDTH), wanted, key=lambda n: known[n * WIDTH : n * WIDTH + WIDTH]
    )
    return known[found * WIDTH : found * WIDTH + WIDTH] == wanted


@cache
def _read() -> bytes:
    return FILE.read_bytes()
