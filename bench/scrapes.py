"""A scrape of `/metrics`: its time in a small and in a large shop of the same last hour, and what requests feel of it.

Only the tables that the figures read are filled, without triggers and foreign keys: a million orders in minutes.
"""

import asyncio
import os
import statistics
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from typing import LiteralString

import psycopg
from prometheus_client import generate_latest
from psycopg import sql

from bench import filling, pair
from bench.figures import Figure, alternate, percentile
from bench.load import get
from bench.stage import SECONDS, Server, Stage
from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.server.figures.board import Board

SIZES = {"small": 20_000, "large": int(os.environ.get("IEUM_BENCH_SCRAPE_ORDERS", "1000000"))}
# In both, so that only the rows differ: each gateway is seven series.
GATEWAYS = int(os.environ.get("IEUM_BENCH_SCRAPE_GATEWAYS", "200"))
# Orders of the last hour, in both: 10,000 purchases, of which 100 are open.
LATELY, OPEN, JOBS = 10_000, 100, 2_000
TIMES = 15
LARGE = ["orders", "payments", "services", "devices", "device_usage", "messages"]
AIM = 1.5
READ_AT = b"# TYPE ieum_figure_read_timestamp_seconds gauge"

STATEMENTS: tuple[LiteralString, ...] = (
    filling.WITHOUT_TRIGGERS,
    """
    INSERT INTO gateways (name, endpoint, token_hash, last_seen_at)
    SELECT 'gateway-' || n, 'g.example.com:51820', sha256(n::text::bytea), now() FROM generate_series(1, %(gateways)s) n
    """,
    "INSERT INTO address_pools (code, carrier, region) SELECT 'pool-' || n, 'KT', '서울' FROM generate_series(1, 8) n",
    """
    INSERT INTO pool_counts (pool_id, gateway_id, free, leased, held, resting, flagged, withdrawn, unproven, counted_at)
    SELECT p.id, g.id, 100, 900, 0, 0, 0, 0, 0, now() FROM address_pools p, gateways g
    """,
    """
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                        points_used, amount, points_earned, state, method, refund_mode, refund_penalty_percent,
                        hold_until, created_at, paid_at)
    SELECT 'order-' || to_char(n, 'FM00000000'), n, 1 + n %% 4, 1, 1, 'normal', 33000, 0, 0, 33000, 3300,
           CASE WHEN n > %(orders)s - %(open)s THEN 'awaiting_payment' WHEN n %% 5 = 0 THEN 'expired' ELSE 'paid' END,
           'card', 'law', 0, t.at, t.at, CASE WHEN n %% 5 > 0 THEN t.at END
      FROM generate_series(1, %(orders)s) n,
           LATERAL (SELECT now() - (%(orders)s - n) * interval '1 hour' / %(lately)s AS at) t
    """,
    """
    INSERT INTO payments (order_id, provider_order_id, attempt, payment_key, amount, state, method, requested_at,
                          approved_at)
    SELECT id, id, 1, 'key-' || id, amount, 'approved', '카드', paid_at, paid_at FROM orders WHERE state = 'paid'
    """,
    """
    INSERT INTO services (member_id, plan_id, order_id, starts_at, ends_at, state)
    SELECT member_id, plan_id, id, paid_at, now() + interval '1 month', 'active' FROM orders
     WHERE state = 'paid' ORDER BY created_at
    """,
    """
    INSERT INTO devices (service_id, name, public_key, tunnel_address, gateway_id, created_at)
    SELECT id, 'PC', encode(decode(lpad(to_hex(id), 64, '0'), 'hex'), 'base64'), inet '10.64.0.0' + id, 1, starts_at
      FROM services
    """,
    """
    INSERT INTO device_usage (device_id, first_handshake_at, last_handshake_at)
    SELECT id, created_at + interval '1 minute', now() FROM devices
    """,
    """
    INSERT INTO messages (channel, recipient, body, reference, created_at, sent_at)
    SELECT 'mail', 'a@example.com', '', id, created_at, CASE WHEN state = 'paid' THEN created_at END FROM orders
     WHERE state IN ('paid', 'awaiting_payment')
    """,
    """
    INSERT INTO procrastinate_jobs (queue_name, task_name, status)
    SELECT 'default', 'task-' || n %% 40, 'todo'::procrastinate_job_status FROM generate_series(1, %(jobs)s) n
     UNION ALL
    SELECT 'default', 'task-' || n %% 40, 'failed' FROM generate_series(1, %(orders)s / 100) n
    """,
    """
    INSERT INTO procrastinate_events (job_id, type, at)
    SELECT id, 'deferred'::procrastinate_job_event_type, now() FROM procrastinate_jobs
    """,
)


def scrapes(stage: Stage) -> list[Figure]:
    fills = {name: partial(_fill, orders=size, gateways=GATEWAYS) for name, size in SIZES.items()}
    with pair.shops(fills) as shops:
        read = alternate({name: partial(_read, shop.url) for name, shop in shops.items()})
        small, large = (shops[name].server for name in ("small", "large"))
        answered = {name: _scrape(server) for name, server in (("small", small), ("large", large))}
        press = partial(
            stage.generator.press,
            large.port,
            [get("/api/v1/catalog/plans?kind=static"), get("/readyz")],
            seconds=SECONDS,
            connections=4,
            server=large.process.pid,
        )
        runs = alternate({"quiet": press, "scraped": partial(_while_scraped, large, press)})
    reads = {name: [seconds for turn in rounds for seconds in turn] for name, rounds in read.items()}
    share = statistics.median(
        one.rate / other.rate for one, other in zip(runs["scraped"], runs["quiet"], strict=True)
    )
    slowest = {
        name: statistics.median(percentile(run.latencies, 0.99) for run in rounds)
        for name, rounds in runs.items()
    }
    return [
        pair.growth("all figures read anew", reads, SIZES, aim=AIM),
        Figure(
            what=f"answer to a scrape, {GATEWAYS:,} gateways",
            ours=f"{answered['large'][1] / 1000:,.0f} kB",
            baseline=f"{answered['small'][0] * 1000:.0f} ms of a small shop",
            value=answered["large"][0] * 1000,
            unit="ms",
        ),
        Figure(
            what="requests while scraped once a second, of those without",
            ours=f"p99 {slowest['scraped'] * 1000:.0f} ms",
            baseline=f"p99 {slowest['quiet'] * 1000:.0f} ms",
            value=share,
            unit="×",
            aim=0.9,
        ),
    ]


def _fill(url: str, *, orders: int, gateways: int) -> None:
    params = {"orders": orders, "gateways": gateways, "lately": LATELY, "open": OPEN, "jobs": JOBS}
    with psycopg.connect(url) as conn:
        conn.execute("SET maintenance_work_mem = '1GB'")
        # Their indexes are made after the rows, in a tenth of the time; no unique one keeps anything apart here.
        conn.execute(
            """
            UPDATE pg_index SET indisready = false, indisvalid = false
             WHERE indrelid = ANY(SELECT c.oid FROM unnest(%s::text[]) n JOIN pg_class c ON c.oid = n::regclass)
            """,
            (LARGE,),
        )
        for statement in STATEMENTS:
            conn.execute(statement, params)
        for table in LARGE:
            conn.execute(sql.SQL("REINDEX TABLE {}").format(sql.Identifier(table)))


def _read(url: str) -> list[float]:
    """The time of reading all figures, none of which was read before, so many times."""

    async def run() -> list[float]:
        seconds: list[float] = []
        whole = 0
        async with PooledDatabase(url, size=1, for_requests=True) as db:
            for _ in range(TIMES):
                board = Board(db)
                began = time.perf_counter()
                await board.read()
                seconds.append(time.perf_counter() - began)
                whole += b"} 0.0\n" not in generate_latest(board).partition(READ_AT)[2]
        # One that a busy machine does not read in time has taken its time, and counts as that.
        if not whole:
            raise RuntimeError("a figure was never read")
        return seconds

    return asyncio.run(run())


def _scrape(server: Server) -> tuple[float, int]:
    """The median time of a scrape, and its size; most of them read nothing anew."""
    seconds: list[float] = []
    size = 0
    for _ in range(TIMES):
        began = time.perf_counter()
        size = len(server.fetch("/metrics")[1])
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds), size


def _while_scraped[T](server: Server, press: partial[T]) -> T:
    with _scraping(server):
        return press()


@contextmanager
def _scraping(server: Server) -> Generator[None]:
    is_over = threading.Event()

    def scrape() -> None:
        while not is_over.wait(1):
            server.fetch("/metrics")

    thread = threading.Thread(target=scrape)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
