"""Many gateways on one `serve`: what their streams take up, and how soon all of them are told.

`IEUM_STREAMS_GATEWAYS=1000 IEUM_STREAMS_PEERS=1000 make bench ONLY=streams` for a million peers, a quarter of an hour;
without, a fifth of the gateways with a fifth of the peers.
"""

import http.client
import os
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import LiteralString

import psycopg

from bench import cores, fleet, running
from bench.agents import Agents, Told, agents
from bench.figures import Figure, percentile
from bench.running import Running
from bench.stage import Stage, authorization_headers
from ieum.shop.gateways import queries
from ieum.shop.kernel.db import Database, run_with_database

GATEWAYS = int(os.environ.get("IEUM_STREAMS_GATEWAYS") or 200)
PEERS = int(os.environ.get("IEUM_STREAMS_PEERS") or 200)
CONNECTED = float(os.environ.get("IEUM_STREAMS_CONNECTED") or 0.2)
SINGLE_CHANGES = 20
GOOD = {"begun", "state", "difference", "acknowledged", "use"}
IDLE_SECONDS = float(os.environ.get("IEUM_STREAMS_IDLE") or 60)
LONGEST = 300.0
ASKED_EVERY = 0.05

# One service of each gateway is prolonged, or of one alone.
ONE_EACH: LiteralString = """
    UPDATE exits SET until = until + interval '1 second'
     WHERE id IN (SELECT min(id) FROM exits WHERE gateway_id = ANY(%(gateways)s) GROUP BY gateway_id)
"""


@dataclass
class Beside:
    """Return members' waits meanwhile, in seconds, by the call."""

    took: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    failed: Counter[str] = field(default_factory=Counter[str])

    def __str__(self) -> str:
        told = [
            f"{name} p50 {1000 * statistics.median(times):.0f} ms, p95 {1000 * percentile(times, 0.95):.0f} ms, "
            f"at most {1000 * max(times):.0f} ms"
            for name, times in self.took.items()
            if times
        ]
        told += [f"{count} × {what}" for what, count in self.failed.items()]
        return "; ".join(told)


@dataclass
class Cost:
    """CPU seconds of the shop, of the database, and of the agents that stand for other machines."""

    shop: float
    database: float
    agents: float
    seconds: float

    def __str__(self) -> str:
        return f"CPU: serve {self.shop:.1f} s, database {self.database:.1f} s, agents {self.agents:.1f} s"


class World:
    def __init__(self, shop: Running, listening: Agents, gateways: list[int]) -> None:
        self.shop = shop
        self.agents = listening
        self.gateways = gateways

    def change(self, gateways: Sequence[int]) -> float:
        """Change one exit of each of these gateways; when that was committed."""
        with psycopg.connect(self.shop.stage.database_url) as conn:
            conn.execute(ONE_EACH, {"gateways": list(gateways)})
        return time.monotonic()

    def until_told(self, count: int, kind: str) -> tuple[list[Told], Counter[str]]:
        """The first such message of each gateway, once so many have one; and what went wrong on the way."""
        told = self.agents.collect(lambda told: len(_first(told, kind)) >= count, seconds=LONGEST)
        wrong = Counter(one.kind for one in told if one.kind not in GOOD)
        return list(_first(told, kind).values()), wrong

    @contextmanager
    def costs(self, into: list[Cost]) -> Generator[None]:
        before, begin = self._used(), time.monotonic()
        yield
        after = self._used()
        shop, database, listening = (now - then for now, then in zip(after, before, strict=True))
        into.append(Cost(shop, database, listening, time.monotonic() - begin))

    def _used(self) -> tuple[float, float, float]:
        pids = self.shop.pids()
        serve = sum(map(cores.used, pids.get("serve", [])))
        return serve, sum(map(cores.used, pids["database"])), cores.cpu_seconds(self.agents.process.pid)


def streams(stage: Stage) -> list[Figure]:
    url = stage.database_url
    begin = time.monotonic()
    tokens = fleet.fill(url, gateways=GATEWAYS, peers=PEERS)
    print(f"filled in {time.monotonic() - begin:.0f} s,", end=" ", flush=True)
    [bearer] = authorization_headers(stage.sessions[:1])
    with running.running(stage, with_sales=False) as shop:
        with asking(shop, bearer) as alone:
            time.sleep(5)
        before = shop.megabytes()["serve"]
        with (
            asking(shop, bearer) as beside,
            agents(shop.url, tokens, stage.folder, connected=CONNECTED) as told,
        ):
            world = World(shop, told, fleet.gateway_ids(url)[:GATEWAYS])
            costs: list[Cost] = []
            with world.costs(costs):
                first = world.until_told(GATEWAYS, "acknowledged")
            figures = [
                _told(
                    "all connect for the first time → acknowledged",
                    first,
                    world.agents.begun(),
                    costs[0],
                    beside,
                )
            ]
            figures[0] = _named(figures[0], f"alone: {alone}")
            figures += _idle(world, before, beside)
            figures += _changes(world, bearer)
            figures += _restarts(world, bearer)
    return figures


def _idle(world: World, before: float, beside: Beside) -> list[Figure]:
    """Measure the streams once all is told: memory, heartbeats, reports of use."""
    time.sleep(15)
    costs: list[Cost] = []
    beside.took.clear()
    with world.costs(costs):
        time.sleep(IDLE_SECONDS)
    [cost] = costs
    after = world.shop.megabytes()["serve"]
    reported = GATEWAYS * PEERS * CONNECTED / 30
    return [
        Figure(
            what="memory of a stream",
            value=1000 * (after - before) / GATEWAYS,
            unit="kB",
            ours=f"serve {before:.0f} MB without, {after:.0f} MB with {GATEWAYS:,}",
            aim=200,
            at_most=True,
        ),
        Figure(
            what=f"nothing changes, {reported:,.0f} peers' use a second: of a core, serve and database",
            value=100 * (cost.shop + cost.database) / cost.seconds,
            unit="%",
            ours=f"serve {cost.shop / cost.seconds:.1%}, database {cost.database / cost.seconds:.1%}; {beside}",
        ),
    ]


def _changes(world: World, bearer: str) -> list[Figure]:
    singles: list[float] = []
    for number in range(SINGLE_CHANGES):
        world.agents.fresh()
        at = world.change([world.gateways[number * len(world.gateways) // SINGLE_CHANGES]])
        singles += [one.at - at for one in world.until_told(1, "difference")[0]]
        time.sleep(0.2)
    figures = [
        Figure(
            what=f"a change of one of {GATEWAYS:,} gateways → told",
            value=1000 * statistics.median(singles),
            unit="ms",
            ours=f"at most {1000 * max(singles):.0f} ms of {len(singles)}",
            aim=100,
            at_most=True,
        )
    ]
    for what, change, kind in (
        (
            f"a change of each of {GATEWAYS:,} gateways at once → told",
            lambda: world.change(world.gateways),
            "difference",
        ),
        ("everything told anew, as after a restore → told", lambda: _count_on(world), "state"),
    ):
        world.agents.fresh()
        costs: list[Cost] = []
        with asking(world.shop, bearer) as beside, world.costs(costs):
            at = change()
            told = world.until_told(GATEWAYS, kind)
        figures.append(_told(what, told, at, costs[0], beside))
    return figures


def _count_on(world: World) -> float:
    async def count_on(db: Database) -> None:
        async with db.transaction() as conn:
            await queries.count_on(conn)

    run_with_database(world.shop.stage.database_url, count_on)
    return time.monotonic()


def _restarts(world: World, bearer: str) -> list[Figure]:
    """Every agent comes back on its own after a restart, with one difference to be told, or with everything."""
    figures: list[Figure] = []
    port = world.shop.servers["serve"].port
    for what, change, kind in (
        ("restart: all are back and told a difference", lambda: world.change(world.gateways), "difference"),
        ("restart: all are back and told everything", lambda: _count_on(world), "state"),
    ):
        begin = time.monotonic()
        world.shop.stop("serve")
        stopped = time.monotonic() - begin
        change()
        world.agents.fresh()
        server = world.shop.start("serve", port=port)
        costs: list[Cost] = []
        with world.costs(costs), asking(world.shop, bearer) as beside:
            server.wait("/healthz")
            at = time.monotonic()
            told = world.until_told(GATEWAYS, kind)
        figures.append(_named(_told(what, told, at, costs[0], beside), f"stopped in {stopped:.1f} s"))
        time.sleep(10)
    return figures


def _told(
    what: str, told: tuple[list[Told], Counter[str]], begin: float, cost: Cost, beside: Beside
) -> Figure:
    first, wrong = told
    after = sorted(one.at - begin for one in first)
    return Figure(
        what=what,
        value=after[-1],
        unit="s",
        ours=f"half in {percentile(after, 0.5):.1f} s; {cost}; {beside}"
        + "".join(f"; {count} × {what}" for what, count in wrong.items()),
    )


def _named(figure: Figure, more: str) -> Figure:
    return Figure(what=figure.what, value=figure.value, unit=figure.unit, ours=f"{more}; {figure.ours}")


def _first(told: Sequence[Told], kind: str) -> dict[int, Told]:
    return {one.gateway: one for one in reversed(told) if one.kind == kind}


@contextmanager
def asking(shop: Running, bearer: str) -> Generator[Beside]:
    """Ask as a visitor and as a member, twenty times a second, while the block lasts."""
    beside, ended = Beside(), threading.Event()
    calls = {"config/info": {}, "member": {"authorization": bearer}}
    threads = [
        threading.Thread(target=_ask, args=(shop.servers["serve"].port, name, headers, beside, ended.is_set))
        for name, headers in calls.items()
    ]
    for thread in threads:
        thread.start()
    try:
        yield beside
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def _ask(port: int, name: str, headers: dict[str, str], beside: Beside, ended: Callable[[], bool]) -> None:
    while not ended():
        begin = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", f"/api/v1/{name}", headers=headers)
            status = connection.getresponse().status
        except OSError as error:
            beside.failed[f"{name} {type(error).__name__}"] += 1
        else:
            if status == http.client.OK:
                beside.took.setdefault(name, []).append(time.perf_counter() - begin)
            else:
                beside.failed[f"{name} {status}"] += 1
        finally:
            connection.close()
        time.sleep(ASKED_EVERY)
