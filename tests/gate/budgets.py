"""The most that each group may make. Counts are equal on all machines: one over its budget fails, seconds never do."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from tests.gate.results import Result

FILE = Path(__file__).with_suffix(".toml")
# Fewer cases than this of their budget: some have not run, or the budget is too large.
LEAST = 0.9
WHATS = ("cases", "databases", "servers", "contexts")
BUDGETS: dict[str, dict[str, int]] = tomllib.loads(FILE.read_text())


def counted(result: Result) -> dict[str, int]:
    cases = result.passed + result.failed + result.skipped
    return {"cases": cases} | {what: result.counts[what] for what in WHATS[1:]}


def over(group: str, result: Result) -> list[str]:
    """A sentence for each count beyond its budget. A group or a count without one may make nothing."""
    allowed = BUDGETS.get(group, {"cases": 1})
    cases = counted(result)["cases"]
    few = [f"{group} has {cases} cases alone, of {allowed['cases']}"] * (cases < LEAST * allowed["cases"])
    return few + [
        f"{group} has {number} {what}, of {allowed.get(what, 0)}"
        for what, number in counted(result).items()
        if number > allowed.get(what, 0)
    ]


def table(results: Sequence[tuple[str, Result]], *, is_budgeted: bool) -> str:
    """Counts beside their budgets if they have to keep them, seconds beside CPU seconds, a line for each group."""
    lines = [f"{'':10} {'seconds':>8} {'CPU':>7}" + "".join(f"{what:>16}" for what in WHATS)]
    for group, result in results:
        allowed = BUDGETS.get(group, {"cases": 1})
        cells = (
            f"{number:,}" + f" of {allowed.get(what, 0):,}" * is_budgeted if number or what in allowed else ""
            for what, number in counted(result).items()
        )
        figures = f"{group:10} {result.seconds:8.0f} {result.cpu_seconds:7.0f}"
        lines.append(figures + "".join(f"{cell:>16}" for cell in cells))
    return "\n".join(lines)
