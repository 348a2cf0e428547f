"""Run the gate: `make test`, or some of its groups; `make check`, what a change can touch; `make nightly`.

The last line counts everything that ran. A group that this machine cannot run is skipped with its reason; with
IEUM_TEST_ALL=1, as in CI, it fails instead, and so does every single test that was skipped.

Hundreds of these tests wait for real processes, browsers and tunnels on machines that are shared. If a few of
them fail, their files get a second try at the end, with nothing beside them. A test that passes then is no failure,
but it is counted over the runs and named above the last line: it races, and has to be mended. Whatever else goes wrong
(a process that is killed, a fixture that finds something out afterwards) gets no second try.
"""

# ruff: noqa: T201 - it prints

import argparse
import signal
import sys
import time
from collections.abc import Sequence

from tests.gate import check, reporting
from tests.gate.groups import RESULTS, Group
from tests.gate.running import SECOND_TRIES, Memory, files_of_tests, keep_bytecode, run_lanes
from tests.gate.whole import GROUPS, NIGHTLY


def main(argv: Sequence[str]) -> int:
    match argv:
        case ["check", *options]:
            groups, is_only_listed = check.main(options)
            if is_only_listed or not groups:
                print(*(f"{group.name}: {' '.join(group.argv)}" for group in groups), sep="\n")
                return 0
            return run_groups(groups, is_budgeted=False, second_tries=0)
        case ["nightly", *names]:
            return run_groups(_named(names, NIGHTLY), is_budgeted=False)
        case _:
            return run_groups(_named(argv, GROUPS), is_budgeted=True)


def _named(names: Sequence[str], groups: Sequence[Group]) -> list[Group]:
    parser = argparse.ArgumentParser(description="Run the gate.")
    parser.add_argument("only", nargs="*", metavar="GROUP", help=", ".join(group.name for group in groups))
    only: list[str] = parser.parse_args(names).only
    if unknown := set(only) - {group.name for group in groups}:
        there = ", ".join(group.name for group in groups)
        parser.error(f"no such group: {', '.join(sorted(unknown))}; there are {there}")
    return [group for group in groups if not only or group.name in only]


def run_groups(groups: Sequence[Group], *, is_budgeted: bool, second_tries: int = SECOND_TRIES) -> int:
    """Run these and report; the exit code."""
    RESULTS.mkdir(exist_ok=True)
    keep_bytecode()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    begin = time.monotonic()
    try:
        with files_of_tests(), Memory() as memory:
            results = run_lanes(groups, second_tries=second_tries)
    except KeyboardInterrupt:
        print("interrupted: not all of it has run", flush=True)
        return 130
    is_green = reporting.report(
        results, seconds=time.monotonic() - begin, memory=memory.most, is_budgeted=is_budgeted
    )
    return 0 if is_green else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
