"""Timers of dynamic services that have all run out: how many addresses one worker changes a minute, none twice."""

import asyncio
import os
import time
from typing import LiteralString

import psycopg
from psycopg.conninfo import make_conninfo

from bench import cores
from bench.figures import Figure
from bench.stage import Stage
from ieum.shop.kernel.db import PooledDatabase, fetch_all
from ieum.shop.rotation import jobs, service

SERVICES = int(os.environ.get("IEUM_BENCH_ROTATIONS") or 10_000)
A_MINUTE = 10_000

# A service for each of the first members, with an address and a device, on one of four gateways.
HOLDERS: tuple[LiteralString, ...] = (
    "UPDATE plans SET kind = 'dynamic' WHERE id = (SELECT min(id) FROM plans)",
    """
    INSERT INTO gateways (name, endpoint, token_hash)
    SELECT 'rotating-' || n, 'vpn.example.com:51820', sha256(convert_to('rotating' || n, 'UTF8'))
      FROM generate_series(1, 4) n
    """,
    """
    UPDATE exit_addresses e
       SET gateway_id = (SELECT id FROM gateways WHERE name = 'rotating-' || (1 + e.id %% 4))
     WHERE pool_id = (SELECT pool_id FROM plans WHERE kind = 'dynamic')
    """,
    """
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, method, list_amount, discount_amount,
                        points_used, amount, points_earned, state, hold_until, paid_at)
    SELECT 'rotating-' || m.id, m.id, p.id, 1, 1, 'normal', 'card', 22000, 0, 0, 22000, 0, 'paid', now(), now()
      FROM plans p, (SELECT id FROM members ORDER BY id LIMIT %(services)s) m
     WHERE p.kind = 'dynamic'
    """,
    """
    INSERT INTO services (member_id, order_id, plan_id, starts_at, ends_at)
    SELECT member_id, id, plan_id, now(), now() + interval '1 month' FROM orders WHERE id LIKE 'rotating-%%'
    """,
    """
    WITH s AS (SELECT s.id, s.order_id, row_number() OVER (ORDER BY s.id) AS n
                 FROM services s WHERE s.order_id LIKE 'rotating-%%'),
         e AS (SELECT e.id, row_number() OVER (ORDER BY e.id) AS n
                 FROM exit_addresses e JOIN plans p ON p.pool_id = e.pool_id AND p.kind = 'dynamic')
    INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
    SELECT e.id, s.order_id, s.id, 'active', now(), 'order' FROM s JOIN e USING (n)
    """,
    """
    UPDATE exit_addresses e SET available_at = NULL FROM leases l WHERE l.address_id = e.id AND l.state = 'active'
    """,
    """
    INSERT INTO devices (service_id, name, public_key, gateway_id, tunnel_address)
    SELECT s.id, 'PC', encode(sha256(convert_to('rotating' || s.id, 'UTF8')), 'base64'), e.gateway_id,
           inet '10.64.1.0' + row_number() OVER (ORDER BY s.id)
      FROM services s JOIN leases l ON l.service_id = s.id JOIN exit_addresses e ON e.id = l.address_id
    """,
    """
    INSERT INTO exits (gateway_id, service_id, address, until)
    SELECT d.gateway_id, s.id, e.address, s.ends_at
      FROM services s JOIN devices d ON d.service_id = s.id JOIN leases l ON l.service_id = s.id
      JOIN exit_addresses e ON e.id = l.address_id
    """,
    """
    INSERT INTO endpoints (gateway_id, exit_id, kind, identity, tunnel_address)
    SELECT x.gateway_id, x.id, 'wireguard', d.public_key, d.tunnel_address
      FROM exits x JOIN devices d ON d.service_id = x.service_id
    """,
    """
    INSERT INTO rotations (service_id, timer, next_at)
    SELECT id, 60, now() FROM services WHERE order_id LIKE 'rotating-%%'
    """,
    "ANALYZE",
)


def rotations(stage: Stage) -> list[Figure]:
    with psycopg.connect(stage.database_url, autocommit=True) as conn:
        for statement in HOLDERS:
            conn.execute(statement, {"services": SERVICES})
        seconds, used = asyncio.run(_change_all(stage.database_url))
        changed = _count(conn, "SELECT count(*) FROM leases WHERE state = 'active' AND cause = 'timer'")
        addresses = _count(
            conn, "SELECT count(DISTINCT address_id) FROM leases WHERE state = 'active' AND cause = 'timer'"
        )
    assert (changed, addresses) == (SERVICES, SERVICES), (changed, addresses)
    return [
        Figure(
            what=f"{SERVICES:,} addresses due by the timer, changed by one worker",
            value=SERVICES / seconds * 60,
            unit="a minute",
            ours=f"{seconds:.1f} s; CPU of worker and database {1000 * used / SERVICES:.1f} ms each",
            aim=A_MINUTE,
        )
    ]


async def _change_all(url: str) -> tuple[float, float]:
    """The seconds by the clock, and those of CPU time."""
    db = PooledDatabase(make_conninfo(url, application_name="rotations"), size=2)
    await db.open()
    begin, used = time.monotonic(), time.process_time()
    try:
        while await service.change_due(db, limit=jobs.BATCH) == jobs.BATCH:
            pass
        seconds, used = time.monotonic() - begin, time.process_time() - used
        async with db.connection() as conn:
            backends = await fetch_all(
                conn, int, "SELECT pid FROM pg_stat_activity WHERE application_name = 'rotations'"
            )
        return seconds, used + sum(map(cores.cpu_seconds, backends))
    finally:
        await db.close()


def _count(conn: psycopg.Connection, statement: LiteralString) -> int:
    row = conn.execute(statement).fetchone()
    assert row is not None
    return int(row[0])
