"""Run all benchmarks, or those that are named: python -m bench [member config …]."""

import sys
import time
from collections.abc import Callable

from bench import (
    address_log,
    api,
    budget,
    console,
    contents,
    first_packet,
    guesses,
    lists,
    logins,
    many_peers,
    memory,
    pages,
    purchases,
    renewals,
    rotation_seen,
    rotations,
    scores,
    scrapes,
    size,
    soak,
    speed,
    streams,
    sub_ids,
    throughput,
    use,
    visits,
)
from bench.figures import Figure, table
from bench.stage import Stage

BENCHMARKS: dict[str, Callable[[Stage], list[Figure]]] = {
    "budget": budget.budget,
    "member": api.member,
    "config": api.config,
    "orders": api.orders,
    "purchases": purchases.purchases,
    "lists": lists.lists,
    "sub-ids": sub_ids.sub_ids,
    "console": console.console,
    "contents": contents.contents,
    "visits": visits.visits,
    "renewals": renewals.renewals,
    "rotations": rotations.rotations,
    "rotation-seen": rotation_seen.rotation_seen,
    "pages": pages.pages,
    "script": pages.script,
    "logins": logins.logins,
    "guesses": guesses.guesses,
    "memory": memory.footprint,
    "scores": scores.scores,
    "scrapes": scrapes.scrapes,
    "size": size.size,
    "tunnel": first_packet.first_packet,
    "throughput": throughput.throughput,
    "use": use.use,
    "speed": speed.speed,
    "peers": many_peers.many_peers,
    "log": address_log.address_log,
    "streams": streams.streams,
    "soak": soak.soak,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    figures: list[Figure] = []
    with Stage() as stage:
        # The budget is of parts of the others.
        for name in names or list(BENCHMARKS)[1:]:
            begin = time.monotonic()
            print(f"{name} …", end=" ", flush=True)
            figures += BENCHMARKS[name](stage)
            stage.clear()
            print(f"{time.monotonic() - begin:.0f} s", flush=True)
    print(f"\n{table(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
