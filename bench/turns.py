"""Cost of a call in a large shop against a small one: asked in turns, by the clock and by the CPU time.

The CPU time is that of the server and of those who serve it at the database, or of a job and its connections.
"""

import http.client
import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bench import cores, pair
from bench.figures import Figure, median_ratio, percentile

AIM = 1.5


class Asked(NamedTuple):
    """Shop with open connections to its server and its database, and the request to measure."""

    shop: pair.Shop
    connection: http.client.HTTPConnection
    database: psycopg.Connection[dict[str, Any]]
    samples: list[dict[str, str]]


class Run(NamedTuple):
    """Seconds, at the 95th percentile of a round: by the clock, and of the CPU time."""

    clock: float
    cpu: float


def run_of(clock: Sequence[float], cpu: Sequence[float]) -> Run:
    return Run(percentile(clock, 0.95), percentile(cpu, 0.95))


def pids_of(asked: Asked) -> list[int]:
    """Of the server and of those that serve it at the database."""
    backends = asked.database.execute(
        """
        SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND application_name = %s
        """,
        (pair.APPLICATION,),
    )
    return [*cores.family(asked.shop.server.process.pid), *(row["pid"] for row in backends)]


def cpu_seconds(pids: Sequence[int]) -> float:
    """Sum the CPU time of all threads of these processes, to the nanosecond; 0 if the system does not say it."""
    files = [file for pid in pids for file in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(int(file.read_text().split()[0]) for file in files) / 1e9


def against_small(what: str, times: Mapping[str, Sequence[Run]]) -> Figure:
    """The ratio is that of the CPU time, which other work on the machine hardly reaches."""
    shown = {
        name: f"{middle_ms(run.clock for run in runs):.1f} ms, CPU {middle_ms(run.cpu for run in runs):.1f}"
        for name, runs in times.items()
    }
    return Figure(
        what=what,
        ours=shown["large"],
        baseline=shown["small"],
        value=median_ratio([run.cpu for run in times["large"]], [run.cpu for run in times["small"]]),
        unit="×",
        aim=AIM,
        at_most=True,
    )


def middle_ms(seconds: Iterable[float]) -> float:
    return statistics.median(seconds) * 1000
