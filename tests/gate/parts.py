"""Put together what the processes of a group left: their counts and their profiles."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SHOWN = 25


def counts(folder: Path) -> Counter[str]:
    found: Counter[str] = Counter()
    for file in folder.glob("*.counts.json"):
        found.update(json.loads(file.read_text()))
    return found


def profile(folder: Path) -> str:
    """Tables: phases, then files by CPU time, then fixtures by time. Empty if nothing was profiled."""
    told: list[dict[str, dict[str, list[float]]]] = [
        json.loads(file.read_text()) for file in folder.glob("*.profile.json")
    ]
    if not told:
        return ""
    phases = _added(one["phases"] for one in told)
    files = _added(one["files"] for one in told)
    fixtures = _added(one["fixtures"] for one in told)
    lines = ["   clock  own CPU  phase"]
    lines += [f"{clock:8.1f} {cpu:8.1f}  {name}" for name, (clock, cpu) in phases.items()]
    lines += ["   clock  all CPU  waited  tests  file"]
    lines += [
        f"{clock:8.1f} {cpu:8.1f} {max(0, clock - cpu):7.1f} {tests:6.0f}  {name}"
        for name, (tests, clock, cpu) in _largest(files, by=2)
    ]
    lines += ["   clock  own CPU  times  fixture"]
    lines += [
        f"{clock:8.1f} {cpu:8.1f} {times:6.0f}  {name}"
        for name, (times, clock, cpu) in _largest(fixtures, by=1)
    ]
    return "\n".join(lines)


def _added(tables: Iterable[dict[str, list[float]]]) -> dict[str, list[float]]:
    total: dict[str, list[float]] = defaultdict(list)
    for table in tables:
        for name, values in table.items():
            before = total[name] or [0.0] * len(values)
            total[name] = [one + other for one, other in zip(before, values, strict=True)]
    return total


def _largest(table: dict[str, list[float]], *, by: int) -> list[tuple[str, Any]]:
    return sorted(table.items(), key=lambda item: -item[1][by])[:SHOWN]
