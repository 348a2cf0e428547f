"""Whole purchases: order, payment at the provider's stand-in, confirm, service."""

import asyncio
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

import httpx
import psycopg

from bench import cores, replay
from bench.figures import Figure, alternate, median_ratio
from bench.rows import plan_ids
from bench.stage import Server, Stage, authorization_headers, free_port
from bench.whole import ORDER_AGREEMENTS, confirm_body, consents_to, data_of, window_query
from ieum.shop.kernel.settings import load
from ieum.shop.server.app import create_app

PURCHASES = 150
AT_ONCE = 8


def purchases(stage: Stage) -> list[Figure]:
    """Purchases per second of a core, compared with a bare loop that sends the same statements."""
    sandbox_port = free_port()
    sandbox = Server(
        [sys.executable, "-m", "ieum.cli", "sandbox", "--port", str(sandbox_port)],
        sandbox_port,
        {**stage.environment, "IEUM_SANDBOX_SMTP_PORT": str(free_port())},
        stage.folder / "sandbox.log",
        on=cores.OTHERS,
    )
    try:
        sandbox.wait("/control/clock")
        shop = stage.serve("purchases", IEUM_SANDBOX_PORT=str(sandbox_port))
        with cores.pinned(cores.OTHERS):
            parts, recorded = asyncio.run(_record(stage, sandbox_port))
            runs = alternate(
                {
                    "ours": lambda: _buy(stage, shop, sandbox_port),
                    "bare": lambda: _bare(stage, parts, recorded),
                }
            )
    finally:
        sandbox.stop()
    ours, bare = runs["ours"], runs["bare"]
    by_clock, per_core = (
        median_ratio([one[index] for one in ours], [one[index] for one in bare]) for index in (0, 1)
    )
    sent = sum(len(part.statements) for part in parts)
    return [
        Figure(
            what=f"order → confirm → service ({sent} statements)",
            value=per_core,
            ours=_describe(ours),
            baseline=_describe(bare),
            aim=0.3,
        ),
        Figure(what=f"  by the clock, {AT_ONCE} buyers at once against one loop", value=by_clock),
    ]


def _describe(rounds: Sequence[tuple[float, float]]) -> str:
    rate, per_core = (statistics.median(one[index] for one in rounds) for index in (0, 1))
    return f"{per_core:,.0f}/s ({rate:,.0f} by the clock)"


def _buy(stage: Stage, shop: Server, sandbox_port: int) -> tuple[float, float]:
    """Purchases per second by the clock, and per second of the shop's CPU time."""
    plans = plan_ids(stage.database_url)
    bearers = authorization_headers(stage.newcomers(PURCHASES))
    before, begin = cores.cpu_seconds(shop.process.pid), time.perf_counter()
    asyncio.run(_crowd(f"http://127.0.0.1:{shop.port}", sandbox_port, bearers, plans))
    took = time.perf_counter() - begin
    return PURCHASES / took, PURCHASES / (cores.cpu_seconds(shop.process.pid) - before)


async def _crowd(shop: str, sandbox_port: int, bearers: list[str], plans: list[int]) -> None:
    waiting = list(bearers)
    async with httpx.AsyncClient(base_url=shop, timeout=60) as client:
        agreed = consents_to(data_of(await client.get(ORDER_AGREEMENTS)))

    async def buyer() -> None:
        async with httpx.AsyncClient(base_url=shop, timeout=60) as client:
            while waiting:
                bearer = waiting.pop()
                await _purchase(client, sandbox_port, bearer, plans[len(waiting) % len(plans)], agreed)

    await asyncio.gather(*(buyer() for _ in range(AT_ONCE)))


async def _purchase(
    client: httpx.AsyncClient, sandbox_port: int, bearer: str, plan: int, agreed: list[dict[str, str]]
) -> dict[str, Any]:
    headers = {"authorization": bearer}
    order = await client.post(
        "/api/v1/orders", json={"planId": plan, "months": 1, "agreements": agreed}, headers=headers
    )
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{sandbox_port}", timeout=60) as window:
        window_result = await pay_at_window(window, data_of(order))
    paid = await client.post("/api/v1/payments/confirm", json=window_result, headers=headers)
    if data_of(paid)["state"] != "paid":
        raise RuntimeError(paid.text)
    return window_result


async def pay_at_window(window: httpx.AsyncClient, order: dict[str, Any]) -> dict[str, Any]:
    """Pay in the provider's window; what the browser brings back for the shop to confirm."""
    opened = await window.get("/toss/window", params=window_query(order, "http://localhost"))
    paid = await window.post(opened.headers["location"], data={"outcome": "pay"})
    return confirm_body(paid.headers["location"])


async def _record(stage: Stage, sandbox_port: int) -> tuple[list[replay.Part], dict[str, Any]]:
    """Record the statements of one purchase, and the values in them that belong to this purchase only."""
    with psycopg.connect(stage.database_url) as conn:
        for (sequence,) in conn.execute(
            "SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences WHERE schemaname = 'public'"
            " AND data_type = 'bigint'::regtype AND max_value > 4194302"
        ).fetchall():
            conn.execute(
                "SELECT setval(%s::regclass, greatest(%s, nextval(%s::regclass)))",
                [
                    sequence,
                    replay.FIRST_NEW_ID + abs(hash(sequence)) % 10**8,
                    sequence,
                ],
            )
    environ = {**stage.environment, "IEUM_SANDBOX_PORT": str(sandbox_port)}
    db = replay.RecordingDatabase(stage.database_url)
    await db.open()
    app = create_app(load(environ), db=db)
    transport = httpx.ASGITransport(app)  # pyright: ignore[reportArgumentType] - the same protocol, other names
    [(member, session)] = stage.newcomers(1)
    [bearer] = authorization_headers([(member, session)])
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60) as client:
            agreed = consents_to(data_of(await client.get(ORDER_AGREEMENTS)))
            db.parts.clear()
            plan = plan_ids(stage.database_url)[0]
            window_result = await _purchase(client, sandbox_port, bearer, plan, agreed)
    finally:
        await app.state.provider.close()
        await db.close()
    parts = [part for part in db.parts if part.statements]
    return parts, {"member": member, "session": session, **window_result}


def _bare(stage: Stage, parts: list[replay.Part], recorded: dict[str, Any]) -> tuple[float, float]:
    """Replay the recorded statements for other members, one purchase after another, in a process of its own."""
    replacements = [
        {
            recorded["member"]: member,
            recorded["session"]: session,
            recorded["orderId"]: f"replay-{os.urandom(8).hex()}",
            recorded["paymentKey"]: f"replay-{os.urandom(8).hex()}",
        }
        for member, session in stage.newcomers(PURCHASES + 5)
    ]
    with multiprocessing.get_context("spawn").Pool(1, cores.pin, [cores.SERVER]) as pool:
        clock, used = pool.apply(replay.replay, [stage.database_url, parts, replacements])
    return PURCHASES / clock, PURCHASES / used
