"""Costs of the clock's jobs in a large shop against a small one, once nothing has waited for them.

Also what is asked without a request: who had an address at a time, and which addresses a gateway is to prove.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from psycopg.conninfo import make_conninfo

from bench.figures import Figure
from bench.pair import APPLICATION
from bench.stage import environment
from bench.turns import Asked, Run, against_small, cpu_seconds, pids_of, run_of
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Database, PooledDatabase
from ieum.shop.kernel.queue import Tools
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings, load
from ieum.shop.messaging.drivers import Texter
from ieum.shop.proofs import service as proofs
from ieum.shop.reconciliation import service as reconciliation
from ieum.shop.server import worker
from ieum.shop.usage import who_queries

# A job that takes longer is measured once instead of so often.
SLOW_SECONDS, RUNS = 5, 10
# They ask others, who are not there, or work on files and texts, of which there are as many in both shops.
OUTSIDE = (
    *(
        "reconciliation.",
        "checkout.reconcile",
        "proofs.look_up_addresses",
        "subscriptions.delete_billing_keys",
    ),
    *("pages.", "publishing.", "files.", "exports.make_files", "server."),
)

type Work = Callable[[Database, Asked], Awaitable[object]]


def measure(asked: Mapping[str, Asked], *, only: tuple[str, ...]) -> Iterator[Figure]:
    with asyncio.Runner() as runner:
        databases = {
            name: PooledDatabase(make_conninfo(one.shop.url, application_name=APPLICATION), size=4)
            for name, one in asked.items()
        }
        for db in databases.values():
            runner.run(db.open())
        for what, work in _works().items():
            if what.startswith(only):
                try:
                    yield runner.run(_one(what, work, databases, asked))
                except LookupError as missing:
                    # Of a client that is not there, such as the provider.
                    print(f"{what}: {missing}", file=sys.stderr)
        for db in databases.values():
            runner.run(db.close())


async def _one(
    what: str, work: Work, databases: Mapping[str, PooledDatabase], asked: Mapping[str, Asked]
) -> Figure:
    """The first run takes in what has waited since the shop was filled, and is told beside the figure."""
    first: dict[str, float] = {}
    for name, db in databases.items():
        begin = time.perf_counter()
        await work(db, asked[name])
        first[name] = time.perf_counter() - begin
    times: dict[str, list[Run]] = {name: [] for name in databases}
    again = RUNS if first["large"] < SLOW_SECONDS else 1
    for _ in range(again):
        for name, db in databases.items():
            times[name].append(await _run(work, db, asked[name]))
    figure = against_small(f"size: {what}", times)
    return replace(figure, ours=f"{figure.ours}; first run {first['large']:.1f} s")


async def _run(work: Work, db: Database, asked: Asked) -> Run:
    pids = [os.getpid(), *pids_of(asked)]
    used, begin = cpu_seconds(pids), time.perf_counter()
    await work(db, asked)
    return run_of([time.perf_counter() - begin], [cpu_seconds(pids) - used])


def _works() -> dict[str, Work]:
    registry = cast("dict[Any, Any]", worker.app.periodic_registry.periodic_tasks)
    tasks = sorted((entry.task for entry in registry.values()), key=lambda task: task.name)
    works = {f"job {task.name}": _job(task) for task in tasks if not task.name.startswith(OUTSIDE)}
    works["job reconciliation.check_books, our own"] = _check_ledger
    works["who had an address"] = _who
    works["addresses to be proven"] = _ask_due
    return works


def _job(task: Any) -> Work:
    async def run(db: Database, asked: Asked) -> None:
        settings = load(environment(asked.shop.url, Path(tempfile.gettempdir())))
        tools: Tools = {
            Database: db,
            Settings: settings,
            Sealer: Sealer(settings.sealing_keys),
            Texter: None,
        }
        context = SimpleNamespace(
            additional_context={"tools": tools}, app=worker.app, job=SimpleNamespace(id=None)
        )
        await task.func(context, timestamp=int(time.time()))

    return run


async def _check_ledger(db: Database, _: Asked) -> None:
    async with db.transaction() as conn:
        await reconciliation.note_ledger(conn, day=datetime.now(UTC).date())


async def _who(db: Database, asked: Asked) -> None:
    for sample in random.sample(asked.samples, 10):
        since = datetime.now(UTC) - timedelta(minutes=random.randrange(60 * 24 * 300))  # noqa: S311
        until = since + timedelta(minutes=1)
        async with db.connection() as conn:
            await who_queries.list_leases(conn, sample["address"], since=since, until=until)
            await who_queries.list_sessions(conn, sample["address"], since=since, until=until)


async def _ask_due(db: Database, asked: Asked) -> None:
    for sample in random.sample(asked.samples, 10):
        async with db.transaction() as conn:
            await proofs.ask_due(conn, GatewayId(int(sample["gateway"])))
