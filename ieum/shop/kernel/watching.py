"""Self-reports of a process every few seconds: its memory, its connections, and the delay of its loop."""

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from prometheus_client import Counter, Gauge

from ieum.shop.kernel.db import PooledDatabase

EVERY_SECONDS = 5
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")

# Summed over the processes of a `serve` that live; the loop is as late as the latest.
MEMORY = Gauge("ieum_memory_bytes", "Memory of our processes that is resident", multiprocess_mode="livesum")
LATE = Gauge(
    "ieum_loop_late_seconds",
    "How late the last look at this process came, which is how long requests wait for others to be computed",
    multiprocess_mode="livemax",
)
CONNECTIONS = Gauge(
    "ieum_connections",
    "Connections to the database that our pools hold: in use, or idle",
    ["pool", "state"],
    multiprocess_mode="livesum",
)
MOST = Gauge(
    "ieum_connections_most", "Connections that our pools may hold", ["pool"], multiprocess_mode="livesum"
)
WAITING = Gauge(
    "ieum_connections_waited_for",
    "Requests or jobs that wait for a connection now",
    ["pool"],
    multiprocess_mode="livesum",
)
WAITS = Counter("ieum_connection_waits_total", "Uses of a connection that had to wait for one", ["pool"])
WAITED = Counter("ieum_connection_wait_seconds_total", "Time that was waited for connections", ["pool"])
REFUSALS = Counter("ieum_connection_refusals_total", "Uses that got no connection in time", ["pool"])
STREAMS = Gauge("ieum_gateway_streams", "Open streams of gateways", multiprocess_mode="livesum")


class Watch:
    """Looks every few seconds, in a task of its own."""

    def __init__(
        self, pools: Mapping[str, PooledDatabase], *, also: Callable[[], None] = lambda: None
    ) -> None:
        self._pools = pools
        self._also = also
        self._before: dict[tuple[str, str], int] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def look(self) -> None:
        MEMORY.set(resident_bytes())
        for name, db in self._pools.items():
            self._look_at(name, db.pool.get_stats())
        self._also()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self.look()
            due = loop.time() + EVERY_SECONDS
            await asyncio.sleep(EVERY_SECONDS)
            LATE.set(max(0.0, loop.time() - due))

    def _look_at(self, pool: str, stats: Mapping[str, int]) -> None:
        idle = stats.get("pool_available", 0)
        CONNECTIONS.labels(pool, "idle").set(idle)
        CONNECTIONS.labels(pool, "used").set(stats.get("pool_size", 0) - idle)
        MOST.labels(pool).set(stats.get("pool_max", 0))
        WAITING.labels(pool).set(stats.get("requests_waiting", 0))
        # A pool counts from its beginning, and a counter wants what has come since.
        WAITS.labels(pool).inc(self._since(pool, "requests_queued", stats))
        WAITED.labels(pool).inc(self._since(pool, "requests_wait_ms", stats) / 1000)
        REFUSALS.labels(pool).inc(self._since(pool, "requests_errors", stats))

    def _since(self, pool: str, key: str, stats: Mapping[str, int]) -> int:
        now, before = stats.get(key, 0), self._before.get((pool, key), 0)
        self._before[pool, key] = now
        return now - before


def resident_bytes() -> int:
    """The memory of this process that is resident; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE_BYTES
    except OSError:
        return 0
