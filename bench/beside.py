"""Latency that a load on the server adds to somebody else's requests."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bench.figures import Figure, alternate, percentile
from bench.load import Generator, Run
from bench.stage import SECONDS

REQUESTS_PER_SECOND = 200


def added_latency(
    what: Callable[[list[Run]], str], port: int, request: bytes, *, load: Callable[[], Run]
) -> Figure:
    """Compare the p99 of single requests without the load and during it. `what` gets the runs of the load."""
    other = Generator()
    loads = list[Run]()

    def quiet() -> Run:
        return other.probe(port, request, seconds=SECONDS, rate=REQUESTS_PER_SECOND)

    def busy() -> Run:
        with ThreadPoolExecutor(1) as thread:
            running = thread.submit(load)
            time.sleep(0.1)
            run = other.probe(port, request, seconds=SECONDS - 0.3, rate=REQUESTS_PER_SECOND)
            loads.append(running.result())
        return run

    try:
        runs = alternate({"quiet": quiet, "busy": busy})
    finally:
        other.close()
    alone, beside = (
        1000 * percentile([latency for run in runs[name] for latency in run.latencies], 0.99)
        for name in ("quiet", "busy")
    )
    return Figure(
        what=what(loads),
        value=beside - alone,
        unit="ms",
        ours=f"{beside:.1f} ms",
        baseline=f"{alone:.1f} ms",
        aim=5,
        at_most=True,
    )
