"""`make chaos`: one fault after another under purchases, renewals, rotations and streams, and the table of them."""

# ruff: noqa: T201 - a program that prints

import argparse
import sys
import tempfile
from pathlib import Path

from tests.chaos.boxes import why_not
from tests.chaos.fault import Fault
from tests.chaos.faults import FAULTS
from tests.chaos.resources import why_no_clocks
from tests.chaos.run import run
from tests.chaos.world import World

HEAD = (
    "| fault | pages | purchases | address changes | stream | tunnel | whole again | confirmed |"
    "\n|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Break the boxes.")
    parser.add_argument(
        "only", nargs="*", metavar="WORD", help="faults with one of these words in their names"
    )
    parser.add_argument("--postgres", type=Path, help="the folder of PostgreSQL's programs; else the wheel's")
    options = parser.parse_args()
    if (reason := why_not()) is not None:
        print(reason, file=sys.stderr)
        return 1
    faults = [one for one in FAULTS if not options.only or any(word in one.name for word in options.only)]
    scarce = [fault for fault in faults if fault.scarce]
    if scarce and (lacking := why_no_clocks()) is not None:
        print(lacking, file=sys.stderr)
        return 1
    # A clock that can be put and a disk in memory are no measure for the others.
    rounds = [[fault for fault in faults if not fault.scarce], scarce]
    print(HEAD, flush=True)
    return max(_run(some, postgres=options.postgres) for some in rounds if some)


def _run(faults: list[Fault], *, postgres: Path | None) -> int:
    folder = Path(tempfile.mkdtemp(prefix="ieum-chaos-"))
    with World(folder, postgres=postgres, scarce=faults[0].scarce) as world:
        with world.clients():
            for fault in faults:
                result = run(world, fault)
                print(result.row(world.entries()), flush=True)
        verdict = world.verdict()
        told = [one for one in world.entries() if one["kind"] in {"paid", "renewed", "rotated"}]
    print(f"{len(told)} confirmed; lost {len(verdict.lost)}, doubled {len(verdict.doubled)},", end=" ")
    print(f"not settled {len(verdict.unsettled)}; logs and the ledger: {folder}", flush=True)
    for sentence in (*verdict.lost, *verdict.doubled, *verdict.unsettled):
        print(f"    {sentence}")
    return 0 if verdict.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
