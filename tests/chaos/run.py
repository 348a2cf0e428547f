"""One fault: done, undone, and what clients met meanwhile."""

import time
from dataclasses import dataclass

from tests.chaos.fault import Fault
from tests.chaos.ledger import Entry, longest_gap
from tests.chaos.world import World

# What happened between two heartbeats of ten seconds is not seen in a stream.
HEARTBEAT = 10.0


@dataclass(frozen=True)
class Result:
    fault: Fault
    begin: float
    end: float
    remarks: tuple[str, ...]

    def row(self, entries: list[Entry]) -> str:
        def gap(kind: str) -> float:
            return longest_gap(entries, kind, self.begin, self.end)

        here = [one for one in entries if self.begin <= one["at"] <= self.end]
        confirmed = " + ".join(
            str(sum(one["kind"] == kind for one in here)) for kind in ("paid", "renewed", "rotated")
        )
        cells = [f"{gap(kind):.1f} s" for kind in ("read", "paid", "rotated")]
        silent = max(0.0, gap("line") - HEARTBEAT)
        cells += [f"{silent:.1f} s", f"{gap('carried'):.1f} s", f"{self.end - self.begin:.0f} s", confirmed]
        return "\n".join(
            [f"| {self.fault.name} | {' | '.join(cells)} |", *(f"    {one}" for one in self.remarks)]
        )


def run(world: World, fault: Fault) -> Result:
    """Do it, undo it, and wait until both boxes are whole and serve."""
    world.wait_until_whole()
    world.cluster.let_the_witness_lead()
    world.remarks.clear()
    begin = time.monotonic()
    with fault.act(world):
        # sleep: the fault lasts
        time.sleep(fault.seconds)
    world.wait_until_whole()
    # sleep: the last gap has to end before it is measured
    time.sleep(5)
    return Result(fault, begin, time.monotonic(), tuple(world.remarks))
