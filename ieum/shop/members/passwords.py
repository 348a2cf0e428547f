"""Argon2id, off the event loop and behind it."""

import asyncio
import contextlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

# The second recommended setting of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane.
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


def yield_to_requests() -> None:
    """Let the event loop's thread run first: hashing is long and nobody else should notice it."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


HASHING_THREADS = max(1, (os.cpu_count() or 1) - 1)
_THREADS = ThreadPoolExecutor(HASHING_THREADS, thread_name_prefix="argon2", initializer=yield_to_requests)
# Compared against when there is no such member, so that the answer takes as long either way.
_NOBODY = HASHER.hash("nobody has this password")


async def hash_password(password: str) -> str:
    return await asyncio.get_running_loop().run_in_executor(_THREADS, HASHER.hash, password)


async def verify_password(password_hash: str | None, password: str) -> bool:
    """Whether they fit; without a hash it takes as long and is False."""
    fits = await asyncio.get_running_loop().run_in_executor(
        _THREADS, _verify, password_hash or _NOBODY, password
    )
    return fits and password_hash is not None


def _verify(password_hash: str, password: str) -> bool:
    try:
        return HASHER.verify(password_hash, password)
    except (Argon2Error, InvalidHashError):
        return False
