"""Argon2id, off the event loop and behind it, with a queue that nobody fills alone."""

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
from ieum.shop.members.types import Standing

# The second recommended setting of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane.
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)

HASHING_THREADS = max(1, (os.cpu_count() or 1) - 1)
# Nobody waits longer than this for a hash to begin: a line that would take longer is full. On a machine
# that has little time for hashing a few may wait all the same, or nobody would get in.
LONGEST_WAIT, SHORTEST_LINE = 2.0, 8
# Under way at once from one address; offices log in within one blink rarely.
PER_NETWORK = 4


class TooBusy(ShopError):
    status = 429
    code = "too_busy"
    title = "요청이 많습니다"
    detail = "지금 로그인 요청이 많습니다. 잠시 후 다시 시도해 주세요."


def yield_to_requests(niceness: int = 10) -> None:
    """Let the event loop's thread run first: hashing is long and nobody else should notice it."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class Queue:
    """Threads that hash, and before them a line as long as what they do in `LONGEST_WAIT`."""

    def __init__(
        self, name: str, threads: int, *, niceness: int, seconds: float, behind: Sequence["Queue"] = ()
    ) -> None:
        # What a hash takes, as the last ones tell: longer where the machine has other work.
        self.seconds = seconds
        self._threads = threads
        self._begun = 0
        self._behind = behind
        self._executor = ThreadPoolExecutor(
            threads, thread_name_prefix=name, initializer=partial(yield_to_requests, niceness)
        )

    @property
    def is_busy(self) -> bool:
        """Whether none of its threads is free."""
        return self._begun >= self._threads

    async def run[T](self, work: Callable[[], T]) -> T:
        """Raises TooBusy where it would wait too long."""
        wait = (self._begun - self._threads + 1) * self.seconds / self._threads
        if wait > LONGEST_WAIT and self._begun >= self._threads + SHORTEST_LINE:
            raise TooBusy(retry_after=math.ceil(wait))
        self._begun += 1
        try:
            took, result = await asyncio.get_running_loop().run_in_executor(self._executor, self._do, work)
        finally:
            self._begun -= 1
        self.seconds += (took - self.seconds) / 8
        return result

    def _do[T](self, work: Callable[[], T]) -> tuple[float, T]:
        """Two hashes at once slow each other down: those of the lines before this one go first, for a while."""
        begin = time.perf_counter()
        while any(queue.is_busy for queue in self._behind) and time.perf_counter() - begin < LONGEST_WAIT:
            time.sleep(0.002)
        result = work()
        return time.perf_counter() - begin, result


_begin = time.perf_counter()
# Compared against when there is no such member, so that the answer takes as long either way.
_NOBODY = HASHER.hash("nobody has this password")
_SECONDS = time.perf_counter() - _begin
# Three lines, so that those who guess wait behind each other: networks from which somebody logged in
# before, those we never heard of, and those that failed lately.
_KNOWN = Queue("argon2-known", HASHING_THREADS, niceness=6, seconds=_SECONDS)
_NEW = Queue("argon2-new", HASHING_THREADS, niceness=18, seconds=_SECONDS, behind=(_KNOWN,))
_FAILED = Queue("argon2-failed", 1, niceness=19, seconds=_SECONDS, behind=(_KNOWN, _NEW))
_QUEUES: dict[Standing, Queue] = {"known": _KNOWN, "new": _NEW, "failed": _FAILED}
_places = Counter[str]()


@contextlib.contextmanager
def a_place(network: str) -> Generator[None]:
    """One of the few places that callers from one network have here."""
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


async def hash_password(password: str, *, address: str = "") -> str:
    """Raises TooBusy; an `address` shares the places of its network."""
    with a_place(network_of(address)) if address else contextlib.nullcontext():
        return await _NEW.run(partial(HASHER.hash, password))


async def verify_password(password_hash: str | None, password: str, *, standing: Standing = "new") -> bool:
    """Whether they fit; without a hash it takes as long and is False. Raises TooBusy."""
    fits = await _QUEUES[standing].run(partial(_verify, password_hash or _NOBODY, password))
    return fits and password_hash is not None


def _verify(password_hash: str, password: str) -> bool:
    try:
        return HASHER.verify(password_hash, password)
    except (Argon2Error, InvalidHashError):
        return False
