"""Which core does what: the server has one to itself, everything else shares the others."""

import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

PINNED = hasattr(os, "sched_setaffinity")
ALL = sorted(os.sched_getaffinity(0)) if PINNED else [0]
SERVER = frozenset(ALL[:1])
OTHERS = frozenset(ALL[1:] or ALL)
_TICKS = os.sysconf("SC_CLK_TCK")


def pin(cores: Iterable[int]) -> None:
    if PINNED:
        os.sched_setaffinity(0, cores)


@contextmanager
def pinned(cores: Iterable[int]) -> Generator[None]:
    """What is started in here stays on these cores."""
    before = os.sched_getaffinity(0) if PINNED else frozenset[int]()
    pin(cores)
    try:
        yield
    finally:
        pin(before)


def cpu_seconds(pid: int) -> float:
    """What this process and all below it have used so far; 0 where /proc does not tell."""
    return sum(_used(process) for process in family(pid))


def family(pid: int) -> list[int]:
    """A process and all that came of it."""
    parents = {
        int(folder.name): int(fields[1])
        for folder in Path("/proc").glob("[0-9]*")
        if (fields := _stat(int(folder.name)))
    }
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def _used(pid: int) -> float:
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS if fields else 0


def _stat(pid: int) -> list[str]:
    """The fields after the name, which may hold anything: state, parent, …"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
