"""Pins processes to CPU cores: the server has the first core to itself, everything else shares the others."""

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
    """Processes that are started inside stay on these cores."""
    before = os.sched_getaffinity(0) if PINNED else frozenset[int]()
    pin(cores)
    try:
        yield
    finally:
        pin(before)


def cpu_seconds(pid: int) -> float:
    """The CPU time that this process and its descendants have used so far; 0 on systems without /proc."""
    return sum(used(process) for process in family(pid))


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    parents = {
        int(folder.name): int(fields[1])
        for folder in Path("/proc").glob("[0-9]*")
        if (fields := _stat(int(folder.name)))
    }
    pids = [pid]
    for one in pids:
        pids += [child for child, parent in parents.items() if parent == one]
    return pids


def used(pid: int) -> float:
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS if fields else 0


def _stat(pid: int) -> list[str]:
    """The fields after the process name, which may itself contain spaces: state, parent, …"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
