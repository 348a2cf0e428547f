"""Hashes passwords with Argon2id in low-priority threads, behind bounded queues that no single network can fill."""

import asyncio
import contextlib
import math
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.limits import network_of
from ieum.shop.kernel.memory import GiveBackWhenQuiet
from ieum.shop.members.types import Reputation

# The second recommended setting of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane.
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)

HASHING_THREADS = max(1, (os.cpu_count() or 1) - 1)
# A queue is full when the next hash would wait longer than this many seconds to begin. Some may wait in any case,
# because on a machine that is slow at hashing nobody would get in otherwise.
LONGEST_WAIT, SHORTEST_LINE = 2.0, 8
# Hashes at once from one network; people in one office rarely log in at the very same moment.
PER_NETWORK = 4

# A thread that has hashed keeps 20 MB for its next hash, which is a fifth faster with it, but may come tomorrow.
_memory = GiveBackWhenQuiet(seconds=2)


class TooBusy(ShopError):
    status = 429
    code = "too_busy"
    title = "요청이 많습니다"
    detail = "지금 로그인 요청이 많습니다. 잠시 후 다시 시도해 주세요."


def yield_to_requests(niceness: int = 10) -> None:
    """Lower this thread's priority, so that hashing, which is slow, does not delay the event loop."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class Queue:
    """Hashing threads with a waiting line, limited to what they get done in `LONGEST_WAIT`."""

    def __init__(
        self, name: str, threads: int, *, niceness: int, seconds: float, behind: Sequence["Queue"] = ()
    ) -> None:
        # Moving average of how long a hash takes; it grows while the machine has other work.
        self.seconds = seconds
        self._threads = threads
        self._accepted = 0
        self._behind = behind
        self._executor = ThreadPoolExecutor(
            threads, thread_name_prefix=name, initializer=partial(yield_to_requests, niceness)
        )

    @property
    def is_busy(self) -> bool:
        """Tell whether every thread has work."""
        return self._accepted >= self._threads

    async def run[T](self, work: Callable[[], T]) -> T:
        """Run the work on a thread. Raises TooBusy if it would have to wait too long."""
        wait = (self._accepted - self._threads + 1) * self.seconds / self._threads
        if wait > LONGEST_WAIT and self._accepted >= self._threads + SHORTEST_LINE:
            raise TooBusy(retry_after=math.ceil(wait))
        self._accepted += 1
        try:
            took, result = await asyncio.get_running_loop().run_in_executor(self._executor, self._do, work)
        finally:
            self._accepted -= 1
            _memory.note_use()
        self.seconds += (took - self.seconds) / 8
        return result

    def _do[T](self, work: Callable[[], T]) -> tuple[float, T]:
        """Let queues of higher priority go first for a while, because parallel hashes slow each other down."""
        begin = time.perf_counter()
        while any(queue.is_busy for queue in self._behind) and time.perf_counter() - begin < LONGEST_WAIT:
            time.sleep(0.002)
        result = work()
        return time.perf_counter() - begin, result


# Verified when there is no such member, so that the answer takes as long either way. Written out, because every
# command would wait for a hash as it starts.
_DUMMY_HASH = (
    "$argon2id$v=19$m=19456,t=2,p=1$9SqMlLg71we2/KB5rmNmEw$UkN9sE9rEZIeyZLovwse4+mMP0CMTM6YXCOlZwAWApo"
)
# How long a hash takes on a common machine, until `measure` says it of this one.
_SECONDS = 0.05
# Three queues, so that guessers wait behind one another: for networks from which somebody logged in before, for
# unknown ones, and for those with recent failures.
_KNOWN = Queue("argon2-known", HASHING_THREADS, niceness=6, seconds=_SECONDS)
_NEW = Queue("argon2-new", HASHING_THREADS, niceness=18, seconds=_SECONDS, behind=(_KNOWN,))
_FAILED = Queue("argon2-failed", 1, niceness=19, seconds=_SECONDS, behind=(_KNOWN, _NEW))
_QUEUES: dict[Reputation, Queue] = {"known": _KNOWN, "new": _NEW, "failed": _FAILED}
_places = Counter[str]()


def measure() -> None:
    """Hash once, so that the queues of a server know from its first caller on how long a hash takes here."""
    begin = time.perf_counter()
    _verify(_DUMMY_HASH, "")
    seconds = time.perf_counter() - begin
    for queue in _QUEUES.values():
        queue.seconds = seconds


@contextlib.contextmanager
def reserve_place(network: str) -> Generator[None]:
    """Take one of the places of this network while the body runs. Raises TooBusy where all are taken."""
    if _places[network] >= PER_NETWORK:
        raise TooBusy(retry_after=1)
    _places[network] += 1
    try:
        yield
    finally:
        _places[network] -= 1
        if not _places[network]:
            del _places[network]


def places_taken(network: str) -> int:
    return _places[network]


async def hash_password(password: str, *, address: str = "", place: str = "") -> str:
    """Hash the password in one of the places of this address's network, or of another `place`. Raises TooBusy."""
    place = place or (network_of(address) if address else "")
    with reserve_place(place) if place else contextlib.nullcontext():
        return await _NEW.run(partial(HASHER.hash, password))


async def verify_password(
    password_hash: str | None, password: str, *, reputation: Reputation = "new"
) -> bool:
    """Tell whether the password matches; without a hash the answer takes as long and is False. Raises TooBusy."""
    matches = await _QUEUES[reputation].run(partial(_verify, password_hash or _DUMMY_HASH, password))
    return matches and password_hash is not None


def _verify(password_hash: str, password: str) -> bool:
    try:
        return HASHER.verify(password_hash, password)
    except (Argon2Error, InvalidHashError):
        return False
