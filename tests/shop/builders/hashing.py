"""Password hashes that cost next to nothing: the shop's take 19 MiB and a twentieth of a second each."""

import pytest
from argon2 import PasswordHasher

from ieum.shop.members import passwords

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
_DUMMY_HASH = QUICK.hash("nobody has this password")
_OF_THE_SHOP = passwords.HASHER, passwords._DUMMY_HASH


def hash_quickly(patch: pytest.MonkeyPatch) -> None:
    """Have the shop hash so, and compare so if there is no such member. Members need a hash of `QUICK`."""
    _hash_by(patch, QUICK, _DUMMY_HASH)


def hash_as_the_shop_does(patch: pytest.MonkeyPatch) -> None:
    """Hash with the shop's own settings, in tests that are about them."""
    _hash_by(patch, *_OF_THE_SHOP)


def _hash_by(patch: pytest.MonkeyPatch, hasher: PasswordHasher, dummy: str) -> None:
    patch.setattr(passwords, "HASHER", hasher)
    patch.setattr(passwords, "_DUMMY_HASH", dummy)
