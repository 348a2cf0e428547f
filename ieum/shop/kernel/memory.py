"""Gives memory back to the system that is free, but that the C library would keep for later."""

import asyncio
import ctypes
import sys

# malloc.h of glibc; other C libraries for Linux have neither function, and keep less.
_M_ARENA_MAX = -8
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_mallopt = getattr(_LIBC, "mallopt", None)
_malloc_trim = getattr(_LIBC, "malloc_trim", None)


def share_one_heap() -> None:
    """Let all threads allocate from one heap: the end of each further one, 20 MB after a hash, is never given back.

    Call this before other threads begin.
    """
    if _mallopt is not None:
        _mallopt(_M_ARENA_MAX, 1)


def give_back() -> None:
    """Takes a few milliseconds."""
    if _malloc_trim is not None:
        _malloc_trim(0)


class GiveBackWhenQuiet:
    """Gives memory back so many seconds after the last use of much of it, so that a crowd finds it in place."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def note_use(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, give_back)
