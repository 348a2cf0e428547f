"""Payment history and order export: their time in a shop with 10,000 orders and in a large one."""

import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import LiteralString, NamedTuple
from urllib.parse import urlencode

import psycopg

from bench import exporting, filling, pair
from bench.figures import Figure, alternate
from bench.load import get
from bench.pair import Shop
from bench.stage import ROOT, SECONDS, Stage, authorization_headers, sessions
from ieum.shop.console.actions import DESK
from ieum.shop.exports import jobs
from ieum.shop.kernel.db import Database, run_with_database

SIZES = {"small": 10_000, "large": int(os.environ.get("IEUM_BENCH_ORDERS", "500000"))}
# The time between two orders, the same in both shops, so that a day has as many orders in each.
APART = timedelta(seconds=31.5)
BEGIN = datetime(2021, 11, 20, tzinfo=UTC)
ORDERS_OF_A_MEMBER = 20
# More members than requests in a round, so that most pages of the large shop have not been read before.
LOGGED_IN = 4_000
AIM = 1.5

STATEMENTS: tuple[LiteralString, ...] = (
    filling.WITHOUT_TRIGGERS,
    filling.MEMBERS,
    filling.SOME_LOGINS,
    filling.GATEWAY,
    "INSERT INTO address_pools (code, carrier, region) SELECT 'pool-' || n, 'KT', '서울' FROM generate_series(1, 4) n",
    """
    INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
    SELECT p.id, g.id, inet '10.0.0.0' + (p.id * 2000 + n), now(), 'call', now()
      FROM gateways g, address_pools p, generate_series(1, 1000) n
    """,
    """
    INSERT INTO plans (code, kind, pool_id, name, device_limit, position)
    SELECT code, 'static', id, 'KT 고정 IP', 3, id FROM address_pools
    """,
    # Each member's orders are spread over the years, so that no two of them are neighbours on disk.
    """
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                        points_used, amount, points_earned, state, method, refund_mode, refund_penalty_percent,
                        hold_until, created_at, paid_at)
    SELECT 'order-' || to_char(n, 'FM00000000'), 1 + n %% %(members)s, 1 + n %% 4, 1, 1, 'normal', 33000, 0, 0, 33000,
           3300, CASE WHEN n %% 2 = 0 THEN 'paid' ELSE 'expired' END,
           CASE WHEN n %% 6 = 0 THEN 'transfer' ELSE 'card' END, 'law', 0, t.at, t.at,
           CASE WHEN n %% 2 = 0 THEN t.at END
      FROM generate_series(0, %(orders)s - 1) n, LATERAL (SELECT %(begin)s::timestamptz + n * %(apart)s AS at) t
    """,
    filling.ORDER_LINES,
    """
    INSERT INTO payments (order_id, provider_order_id, attempt, payment_key, amount, state, method, receipt_url,
                          requested_at, approved_at)
    SELECT id, id, 1, 'key-' || id, amount, 'approved', '카드', 'https://example.com/' || id, paid_at, paid_at
      FROM orders WHERE state = 'paid' ORDER BY created_at
    """,
    """
    INSERT INTO services (member_id, order_id, plan_id, state, starts_at, ends_at, closed_at)
    SELECT member_id, id, plan_id, 'expired', paid_at, paid_at + interval '1 month', paid_at + interval '1 month'
      FROM orders WHERE state = 'paid' ORDER BY created_at
    """,
    """
    INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
    SELECT id, order_id, starts_at, ends_at FROM services ORDER BY id
    """,
    """
    INSERT INTO leases (address_id, order_id, service_id, state, held_at, active_at, ended_at, cause)
    SELECT 1 + id %% 4000, order_id, id, 'ended', starts_at, starts_at, ends_at, 'order' FROM services ORDER BY id
    """,
    """
    INSERT INTO tax_invoice_requests (order_id, business_number, company, representative, email)
    SELECT id, '1234567891', '이음상사', '홍길동', 'tax@example.com' FROM orders
     WHERE state = 'paid' AND method = 'transfer' AND id LIKE '%%00'
    """,
)


class FullExport(NamedTuple):
    """The result of an export of all orders, which ran in a process of its own."""

    rows: int
    seconds: float
    peak: float
    """Megabytes."""


def lists(stage: Stage) -> list[Figure]:
    with pair.shops({name: partial(_fill, orders=orders) for name, orders in SIZES.items()}) as shops:
        pages = alternate({name: _pages(stage, shop) for name, shop in shops.items()})
        days = alternate({name: partial(_day, shop) for name, shop in shops.items()})
        full_small, full_large = (_full_export(shops[name], SIZES[name]) for name in ("small", "large"))
    figures = [
        pair.growth("payment history, a page of 20 (median)", pages, SIZES, aim=AIM),
        pair.growth("operator export, one day of 2,743 orders", days, SIZES, aim=AIM),
    ]
    if not full_small.peak:
        return figures
    memory = Figure(
        what="operator export of everything: memory",
        ours=f"{full_large.peak:.0f} MB ({full_large.rows:,} rows, {full_large.seconds:.0f} s)",
        baseline=f"{full_small.peak:.0f} MB ({full_small.rows:,} rows)",
        value=full_large.peak / full_small.peak,
        unit="×",
        aim=AIM,
        at_most=True,
    )
    return [*figures, memory]


def _pages(stage: Stage, shop: Shop) -> Callable[[], float]:
    """The median time of a page in a round of single requests, each by another member."""
    requests = [
        get("/api/v1/orders?page=1", authorization=bearer)
        for bearer in authorization_headers(sessions(shop.url))
    ]

    def measure() -> float:
        random.shuffle(requests)
        run = stage.generator.press(
            shop.server.port, requests, seconds=SECONDS, connections=1, server=shop.server.process.pid
        )
        return statistics.median(run.latencies)

    return measure


def _day(shop: Shop) -> float:
    """The time to export the shop's second day, 2,743 orders; the best of three."""
    since = BEGIN + timedelta(days=1)
    query = urlencode({"from": since.isoformat(), "to": (since + timedelta(days=1)).isoformat()})

    async def once(db: Database) -> float:
        export = await exporting.an_export(db, query)
        begin = time.perf_counter()
        await jobs.make(db, DESK.lists, export)
        return time.perf_counter() - begin

    return min(run_with_database(shop.url, once) for _ in range(3))


def _full_export(shop: Shop, orders: int) -> FullExport:
    begin = time.perf_counter()
    argv = [sys.executable, "-m", "bench.exporting", shop.url]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        peak = 0.0
        # Read from /proc: the peak that `wait4` reports includes this process, which started the export.
        while process.poll() is None:
            peak = max(peak, _peak(process.pid))
            time.sleep(0.02)
        rows = int((process.stdout and process.stdout.read()) or 0)
    seconds = time.perf_counter() - begin
    if rows != orders:
        raise RuntimeError(f"{rows} of {orders} orders were exported; it ended with {process.returncode}")
    return FullExport(rows, seconds, peak)


def _peak(pid: int) -> float:
    """A process's peak memory so far in megabytes; 0 if it has ended or the system has no /proc."""
    with suppress(OSError):
        match = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
        return int(match[1]) / 1024 if match else 0
    return 0


def _fill(url: str, orders: int) -> None:
    values = {
        "orders": orders,
        "members": orders // ORDERS_OF_A_MEMBER,
        "logged_in": LOGGED_IN,
        "begin": BEGIN,
        "apart": APART,
    }
    with psycopg.connect(url) as conn:
        for statement in STATEMENTS:
            conn.execute(statement, values)
