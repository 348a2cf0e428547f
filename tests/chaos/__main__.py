"""`make chaos`: one fault after another under purchases, renewals, rotations and streams, and the table of them."""

# ruff: noqa: T201 - a program that prints

import argparse
import sys
import tempfile
from pathlib import Path

from tests.chaos.boxes import why_not
from tests.chaos.faults import FAULTS
from tests.chaos.run import Result, run
from tests.chaos.world import World

HEAD = (
    "| fault | pages | purchases | address changes | stream | whole again | confirmed |"
    "\n|---|---|---|---|---|---|---|"
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
    folder = Path(tempfile.mkdtemp(prefix="ieum-chaos-"))
    print(f"logs and the ledger: {folder}", flush=True)
    results: list[Result] = []
    with World(folder, postgres=options.postgres) as world:
        with world.clients():
            print(HEAD, flush=True)
            for fault in faults:
                results.append(run(world, fault))
                print(results[-1].row(world.entries()), flush=True)
        verdict = world.verdict()
        told = [one for one in world.entries() if one["kind"] in {"paid", "renewed", "rotated"}]
    print(f"{len(told)} confirmed; lost {len(verdict.lost)}, doubled {len(verdict.doubled)},", end=" ")
    print(f"not settled {len(verdict.unsettled)}")
    for sentence in (*verdict.lost, *verdict.doubled, *verdict.unsettled):
        print(f"    {sentence}")
    return 0 if verdict.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
