"""`make chaos`: one fault after another under purchases, renewals, rotations and streams, and the table of them."""

# ruff: noqa: T201 - a program that prints

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.boxes import why_not
from tests.chaos.faults import FAULTS, Fault
from tests.chaos.ledger import Entry, longest_gap
from tests.chaos.world import World

HEAD = (
    "| fault | pages | purchases | address changes | stream | whole again | confirmed |"
    "\n|---|---|---|---|---|---|---|"
)
# What happened between two heartbeats of ten seconds is not seen in a stream.
HEARTBEAT = 10.0


@dataclass(frozen=True)
class Result:
    fault: Fault
    begin: float
    end: float

    def row(self, entries: list[Entry]) -> str:
        def gap(kind: str) -> float:
            return longest_gap(entries, kind, self.begin, self.end)

        here = [one for one in entries if self.begin <= one["at"] <= self.end]
        confirmed = " + ".join(
            str(sum(one["kind"] == kind for one in here)) for kind in ("paid", "renewed", "rotated")
        )
        cells = [f"{gap(kind):.1f} s" for kind in ("read", "paid", "rotated")]
        silent = max(0.0, gap("line") - HEARTBEAT)
        cells += [f"{silent:.1f} s", f"{self.end - self.begin:.0f} s", confirmed]
        return f"| {self.fault.name} | {' | '.join(cells)} |"


def run(world: World, fault: Fault) -> Result:
    """Do it, undo it, and wait until both boxes are whole and serve."""
    world.wait_until_whole()
    world.cluster.let_the_witness_lead()
    begin = time.monotonic()
    with fault.act(world):
        time.sleep(fault.seconds)
    world.wait_until_whole()
    # The last gap has to end before it is measured.
    time.sleep(5)
    return Result(fault, begin, time.monotonic())


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
