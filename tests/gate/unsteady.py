"""Tests that failed once and passed alone, counted over the runs of this clone."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from tests.gate.groups import RESULTS

KEPT = RESULTS / "unsteady.json"


class Kept(msgspec.Struct):
    runs: int = 0
    times: dict[str, int] = {}


def note(names: Sequence[str]) -> list[tuple[str, int, int]]:
    """Count this run; the name of each test that was ever unsteady, in how many runs, and how many there were."""
    kept = msgspec.json.decode(KEPT.read_bytes(), type=Kept) if KEPT.exists() else Kept()
    kept.runs += 1
    kept.times = dict(Counter(kept.times) + Counter(set(names)))
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(kept)))
    return [(name, number, kept.runs) for name, number in sorted(kept.times.items())]
