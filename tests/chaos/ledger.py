"""What clients were told, one line each, kept where no fault reaches it."""

import json
import os
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NotRequired, TypedDict


class Entry(TypedDict):
    """`at` is the machine's monotonic clock, which faults of other clocks do not move."""

    at: float
    kind: str
    order: NotRequired[str]
    payment: NotRequired[str]
    amount: NotRequired[int]
    service: NotRequired[int]
    address: NotRequired[str]
    tunnel: NotRequired[str]
    server: NotRequired[str]


class Ledger:
    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def note(self, kind: str, **what: Any) -> None:
        """One write, so that a line is whole or not there."""
        line = json.dumps({"at": time.monotonic(), "kind": kind, **what})
        os.write(self._descriptor, f"{line}\n".encode())


def read(path: Path) -> list[Entry]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def longest_gap(entries: list[Entry], kind: str, begin: float, end: float) -> float:
    """The longest time without an entry of this kind between two moments."""
    at = sorted(entry["at"] for entry in entries if entry["kind"] == kind and begin < entry["at"] < end)
    moments = [begin, *at, end]
    return max(later - earlier for earlier, later in pairwise(moments))
