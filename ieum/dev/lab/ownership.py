"""Ownership of a lab or a client: its owner holds the lock of its name, which the kernel frees when the owner ends.

A process id alone would not do: a later process may get the same one.
"""

import fcntl
import os
from pathlib import Path
from typing import Self

_FOLDER = Path("/run/ieum-lab")


class Claim:
    """The lock of a name, held until it is released or the process ends, however it ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, name: str) -> Self | None:
        """Claim a name; None where another process, or this one, has it."""
        _FOLDER.mkdir(parents=True, exist_ok=True)
        path = _FOLDER / name
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if not _lock(descriptor):
                os.close(descriptor)
                return None
            if _is_at(path, descriptor):
                return cls(path, descriptor)
            # Its owner deleted the file between our opening and our locking it.
            os.close(descriptor)

    def release(self) -> None:
        # Deleted while it is locked, so that nobody else's lock can be deleted.
        self._path.unlink(missing_ok=True)
        os.close(self._descriptor)


def is_abandoned(name: str) -> bool | None:
    """Tell whether the owner of a name has ended without releasing it; None if nobody has claimed it."""
    try:
        descriptor = os.open(_FOLDER / name, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        return _lock(descriptor) and _is_at(_FOLDER / name, descriptor)
    finally:
        os.close(descriptor)


def forget(name: str) -> None:
    """Delete the lock of a name whose owner has ended."""
    if is_abandoned(name):
        (_FOLDER / name).unlink(missing_ok=True)


def claimed_names() -> list[str]:
    return sorted(path.name for path in _FOLDER.iterdir()) if _FOLDER.exists() else []


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return path.stat().st_ino == os.fstat(descriptor).st_ino
    except FileNotFoundError:
        return False
