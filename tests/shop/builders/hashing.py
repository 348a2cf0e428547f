"""Hashes that cost next to nothing, for tests that try passwords by the hundred."""

import pytest
from argon2 import PasswordHasher

from ieum.shop.members import passwords

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
_DUMMY_HASH = QUICK.hash("nobody has this password")


def hash_quickly(patch: pytest.MonkeyPatch) -> None:
    """Have the shop hash so, and compare so where there is no such member. Whoever is there needs a hash of `QUICK`."""
    patch.setattr(passwords, "HASHER", QUICK)
    patch.setattr(passwords, "_DUMMY_HASH", _DUMMY_HASH)
