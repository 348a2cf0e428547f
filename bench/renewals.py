"""Renewals that are all due on one day: how fast they are queued and charged, and how a second worker helps."""

import asyncio
import os
import socketserver
import sys
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import LiteralString

import psycopg

from bench import cores
from bench.figures import Figure
from bench.stage import Server, Stage
from bench.whole import memory
from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.subscriptions import method_queries, schedule

# `IEUM_BENCH_RENEWALS=10000` for the figures in docs/measurements.md; the default takes a minute or two.
RENEWALS = int(os.environ.get("IEUM_BENCH_RENEWALS") or 2_000)
QUEUED = int(os.environ.get("IEUM_BENCH_QUEUED") or 100_000)
PER_WORKER_AT_ONCE = int(os.environ.get("IEUM_BENCH_JOBS_AT_ONCE") or 8)
TEN_THOUSAND_SECONDS = 600

# Every member gets a card and a subscription; the first `renewals` also a service with an address and a device.
SUBSCRIBERS: tuple[LiteralString, ...] = (
    """
    INSERT INTO gateways (name, endpoint, token_hash)
    SELECT 'renewing-' || n, 'vpn.example.com:51820', sha256(convert_to('renewing' || n, 'UTF8'))
      FROM generate_series(1, 8) n
    """,
    """
    INSERT INTO billing_methods (member_id, auth_key_hash, state, sealed_key, issuer_code, card_number, card_type)
    SELECT id, sha256(convert_to('card' || id, 'UTF8')), 'active', 'sealed below', '41', '43301234****001*', '신용'
      FROM members ORDER BY id
    """,
    """
    INSERT INTO subscriptions (member_id, plan_id, months, quantity, amount, billing_method_id, state, period,
                               paid_until, due_at)
    SELECT b.member_id, (SELECT min(id) FROM plans), 1, 1, 33000, b.id, 'active', 1, now() + interval '12 hours',
           now() + interval '1 year'
      FROM billing_methods b ORDER BY b.id
    """,
    """
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, method, subscription_id, period,
                        list_amount, discount_amount, points_used, amount, points_earned, state, hold_until, paid_at)
    SELECT 'renewing-' || id, member_id, plan_id, 1, 1, 'billing', 'billing', id, 1, 33000, 0, 0, 33000, 3300,
           'paid', now(), now()
      FROM subscriptions ORDER BY id LIMIT %(renewals)s
    """,
    """
    INSERT INTO services (member_id, order_id, plan_id, subscription_id, starts_at, ends_at)
    SELECT o.member_id, o.id, o.plan_id, o.subscription_id, now() - interval '29 days', now() + interval '12 hours'
      FROM orders o WHERE o.id LIKE 'renewing-%%'
    """,
    """
    INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
    SELECT id, order_id, starts_at, ends_at FROM services WHERE subscription_id IS NOT NULL
    """,
    """
    WITH s AS (SELECT id, order_id, row_number() OVER (ORDER BY id) AS n FROM services
                WHERE subscription_id IS NOT NULL),
         e AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM exit_addresses WHERE available_at IS NOT NULL)
    INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
    SELECT e.id, s.order_id, s.id, 'active', now(), 'order' FROM s JOIN e USING (n)
    """,
    """
    UPDATE exit_addresses e SET available_at = NULL,
           gateway_id = (SELECT id FROM gateways WHERE name = 'renewing-' || (1 + e.id %% 8))
      FROM leases l JOIN services s ON s.id = l.service_id AND s.subscription_id IS NOT NULL
     WHERE l.address_id = e.id
    """,
    """
    INSERT INTO devices (service_id, name, public_key, gateway_id, tunnel_address)
    SELECT s.id, 'PC', encode(sha256(convert_to('renewing' || s.id, 'UTF8')), 'base64'), e.gateway_id,
           inet '10.64.1.0' + row_number() OVER (ORDER BY s.id)
      FROM services s JOIN leases l ON l.service_id = s.id JOIN exit_addresses e ON e.id = l.address_id
     WHERE s.subscription_id IS NOT NULL
    """,
    """
    INSERT INTO exits (gateway_id, service_id, address, until)
    SELECT d.gateway_id, s.id, e.address, s.ends_at
      FROM services s JOIN devices d ON d.service_id = s.id JOIN leases l ON l.service_id = s.id
      JOIN exit_addresses e ON e.id = l.address_id
     WHERE s.subscription_id IS NOT NULL
    """,
    """
    INSERT INTO endpoints (gateway_id, exit_id, kind, identity, tunnel_address)
    SELECT x.gateway_id, x.id, 'wireguard', d.public_key, d.tunnel_address
      FROM exits x JOIN services s ON s.id = x.service_id JOIN devices d ON d.service_id = s.id
     WHERE s.subscription_id IS NOT NULL
    """,
    "ANALYZE",
)
DUE: LiteralString = """
    UPDATE subscriptions SET due_at = now(), charge_queued_at = NULL
     WHERE id IN (SELECT id FROM subscriptions WHERE state = 'active' ORDER BY id LIMIT %(count)s)
"""


def renewals(stage: Stage) -> list[Figure]:
    with psycopg.connect(stage.database_url, autocommit=True) as conn:
        for statement in SUBSCRIBERS:
            conn.execute(statement, {"renewals": RENEWALS})
        _seal_cards(conn)
        figures = [_queue(stage, conn)]
        one, two = (_charge(stage, conn, workers) for workers in (1, 2))
    return [
        *figures,
        *_charged(one, "1 worker"),
        *_charged(two, "2 workers"),
        Figure(
            what="  2 workers against 1, per worker",
            value=two.rate / one.rate / 2,
            ours=f"{two.rate:.1f}/s of 2",
            baseline=f"{one.rate:.1f}/s of 1",
            aim=0.8,
        ),
    ]


def _seal_cards(conn: psycopg.Connection) -> None:
    sealer = Sealer([SANDBOX_SEALING_KEY])
    cards = conn.execute("SELECT id, member_id FROM billing_methods ORDER BY id").fetchall()
    conn.execute(
        """
        UPDATE billing_methods b SET sealed_key = n.sealed
          FROM unnest(%s::bigint[], %s::bytea[]) AS n (id, sealed) WHERE b.id = n.id
        """,
        [
            [card for card, _ in cards],
            [sealer.seal("billing-key", of=method_queries.place_of(card, member)) for card, member in cards],
        ],
    )


class Charged:
    def __init__(self, *, seconds: float, count: int, before: float, after: float) -> None:
        self.rate = count / seconds
        self.before = before
        self.after = after


def _queue(stage: Stage, conn: psycopg.Connection) -> Figure:
    """Measure how long it takes to queue all renewals at once, then delete what was queued."""
    conn.execute(DUE, {"count": QUEUED})
    begin = time.monotonic()
    peak = asyncio.run(_queue_all(stage.database_url))
    seconds = time.monotonic() - begin
    jobs = conn.execute(
        "SELECT count(*) FROM procrastinate_jobs WHERE task_name LIKE '%charge_renewal'"
    ).fetchone()
    assert jobs == (QUEUED,), jobs
    conn.execute("DELETE FROM procrastinate_jobs")
    # Lines of orders are append-only.
    conn.execute("SET session_replication_role = replica")
    conn.execute("DELETE FROM order_lines WHERE order_id IN (SELECT id FROM orders WHERE state = 'due')")
    conn.execute("DELETE FROM orders WHERE state = 'due'")
    conn.execute("RESET session_replication_role")
    conn.execute("UPDATE subscriptions SET charge_queued_at = NULL, due_at = now() + interval '1 year'")
    conn.execute("VACUUM ANALYZE")
    return Figure(
        what=f"{QUEUED:,} renewals due at once, an order and a job each",
        value=seconds,
        unit="s",
        ours=f"{QUEUED / seconds:,.0f}/s, {peak:.1f} MB more",
        aim=120,
        at_most=True,
    )


async def _queue_all(url: str) -> float:
    """Queue the due renewals; returns by how many megabytes this process has grown."""
    db = PooledDatabase(url, size=2)
    await db.open()
    before = memory([os.getpid()])
    try:
        await schedule.queue_due(db)
        return memory([os.getpid()]) - before
    finally:
        await db.close()


def _charge(stage: Stage, conn: psycopg.Connection, workers: int) -> Charged:
    """Measure from the first charge until every renewal with a service is charged."""
    conn.execute(DUE, {"count": RENEWALS})
    asyncio.run(_queue_all(stage.database_url))
    paid = _paid(conn)
    with _outside(stage) as environ, _workers(stage, workers, environ) as running:
        while _paid(conn) == paid:
            time.sleep(0.05)
        begin, before = time.monotonic(), _memory(running)
        first = _paid(conn)
        while _paid(conn) < paid + RENEWALS:
            if any(worker.process.poll() is not None for worker in running):
                raise RuntimeError("a worker has ended")
            time.sleep(0.1)
        seconds, after = time.monotonic() - begin, _memory(running)
    conn.execute("DELETE FROM procrastinate_jobs")
    conn.execute("UPDATE subscriptions SET due_at = now() + interval '1 year'")
    conn.execute("VACUUM ANALYZE")
    return Charged(seconds=seconds, count=paid + RENEWALS - first, before=before, after=after)


def _paid(conn: psycopg.Connection) -> int:
    row = conn.execute("SELECT sum(period) FROM subscriptions WHERE state = 'active'").fetchone()
    return int(row[0]) if row else 0


@contextmanager
def _outside(stage: Stage) -> Generator[dict[str, str]]:
    """Run the provider and the mailbox; yields the settings with which a worker finds them."""
    with ExitStack() as stack:
        provider = stage.bare("make_provider", module="bench.provider")
        mailbox = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailbox)
        mailbox.daemon_threads = True
        threading.Thread(target=mailbox.serve_forever, daemon=True).start()
        stack.callback(mailbox.server_close)
        stack.callback(mailbox.shutdown)
        yield {
            "IEUM_TOSS_API_URL": f"http://127.0.0.1:{provider.port}",
            "IEUM_SMTP_URL": f"smtp://127.0.0.1:{mailbox.server_address[1]}",
            "IEUM_JOBS_AT_ONCE": str(PER_WORKER_AT_ONCE),
        }
        provider.stop()


@contextmanager
def _workers(stage: Stage, count: int, environ: dict[str, str]) -> Generator[list[Server]]:
    """Workers on all cores: nothing else that is measured runs meanwhile."""
    running = [
        Server(
            [sys.executable, "-m", "ieum.cli", "work"],
            0,
            stage.environment | environ,
            stage.folder / f"worker-{number}.log",
            on=cores.ALL,
        )
        for number in range(count)
    ]
    try:
        yield running
    finally:
        for worker in running:
            worker.stop()


def _memory(running: list[Server]) -> float:
    return memory([pid for worker in running for pid in cores.family(worker.process.pid)]) / len(running)


def _charged(charged: Charged, by: str) -> list[Figure]:
    ten_thousand = 10_000 / charged.rate
    return [
        Figure(
            what=f"{RENEWALS:,} renewals charged by {by}, answers after 200 ms: 10,000 take",
            value=ten_thousand,
            unit="s",
            ours=f"{charged.rate:.1f}/s, {PER_WORKER_AT_ONCE} at once each",
            aim=TEN_THOUSAND_SECONDS,
            at_most=True,
        ),
        Figure(
            what="  what a worker's memory grew by meanwhile",
            value=charged.after - charged.before,
            unit="MB",
            ours=f"{charged.after:.0f} MB, {charged.before:.0f} MB at first",
            aim=10,
            at_most=True,
        ),
    ]


class Mailbox(socketserver.StreamRequestHandler):
    """An SMTP server that accepts every mail and discards it."""

    def handle(self) -> None:
        self.wfile.write(b"220 mailbox\r\n")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                for part in self.rfile:
                    if part == b".\r\n":
                        break
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
            if word == b"QUIT":
                return
