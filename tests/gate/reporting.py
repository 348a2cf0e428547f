"""Print the end of a run: slowest tests, counts beside their budgets, unsteady tests, and the sum."""

# ruff: noqa: T201 - it prints

import os
from collections.abc import Sequence

from tests.gate import budgets, parts, unsteady
from tests.gate.groups import Group
from tests.gate.results import Result

SLOWEST = 10
MEMORY_LIMIT = 10 << 30


def report(
    results: Sequence[tuple[Group, Result]], *, seconds: float, memory: int, is_budgeted: bool
) -> bool:
    """Print everything; whether the gate is green. A count over its budget is one more failure."""
    if os.environ.get("PROFILE"):
        _print_profiles(results)
    slowest = sorted((test for _, result in results for test in result.slowest), reverse=True)[:SLOWEST]
    if slowest:
        print("the slowest tests:")
    for took, name in slowest:
        print(f"    {took:6.1f} s  {name}")
    over = [over for group, result in results for over in budgets.over(group.name, result) if is_budgeted]
    counted = [(group.name, result) for group, result in results]
    print(budgets.table(counted, is_budgeted=is_budgeted))
    cpu_seconds = sum(result.cpu_seconds for _, result in results)
    print(f"{seconds:.0f} s by the clock, {cpu_seconds:.0f} s of CPU, {memory >> 20} MB of memory at most")
    # Other programs take and give memory meanwhile, so this is no failure.
    if memory > MEMORY_LIMIT:
        print(f"OVER BUDGET: {memory >> 20} MB of memory, of {MEMORY_LIMIT >> 20}")
    _print_notes(results, over)
    passed, failed, skipped = (
        sum(values)
        for values in zip(*((one.passed, one.failed, one.skipped) for _, one in results), strict=True)
    )
    failed += len(over)
    # Once more at the end: of a long output, it is the end that people and machines keep.
    # In the words that other programs look for.
    print(
        ", ".join([f"{passed} passed", f"{failed} failed", *([f"{skipped} skipped"] * bool(skipped))]),
        flush=True,
    )
    return not failed


def _print_profiles(results: Sequence[tuple[Group, Result]]) -> None:
    for group, _ in results:
        if shown := parts.profile(group.parts):
            print(f"--- where the time of {group.name} went ---\n{shown}\n")


def _print_notes(results: Sequence[tuple[Group, Result]], over: Sequence[str]) -> None:
    for group, result in results:
        for note in result.notes:
            print(f"{group.name}: {note}")
    for one in over:
        print(
            f"OVER BUDGET: {one} (tests/gate/budgets.toml; what is cheaper: CONTRIBUTING.md, «What a test costs»)"
        )
    names = [name for _, result in results for name in result.unsteady]
    if names:
        print(f"{len(names)} of those that passed failed at first: UNSTEADY")
    for name, times, runs in unsteady.note(names):
        print(f"    unsteady in {times} of {runs} runs: {name}")
