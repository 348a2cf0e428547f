"""Use on record: the report of a full gateway, and who had an address among many sessions."""

import asyncio
import os
import random
import statistics
import time
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from typing import LiteralString

from bench.figures import Figure, percentile
from bench.stage import KEY, Stage
from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways.types import Gateway, GatewayId
from ieum.shop.kernel.db import Connection, PooledDatabase, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.usage import service, who_queries
from ieum.shop.usage.types import PeerUsage, Report

PEERS, PEERS_PER_REPORT = 20_000, 5_000
ROUNDS, LOOKUPS = 5, 400
# `IEUM_BENCH_SESSIONS=20000000` takes ten minutes to insert.
SESSIONS = int(os.environ.get("IEUM_BENCH_SESSIONS") or 1_000_000)
ADDRESSES, MONTHS = 20_000, 12

FLEET: tuple[LiteralString, ...] = (
    """
    INSERT INTO gateways (name, endpoint, token_hash)
    VALUES ('reporting', 'vpn.example.com:51820', decode(repeat('11', 32), 'hex')) ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO devices (service_id, name, public_key, gateway_id, tunnel_address, created_at)
    SELECT s.id, 'PC', encode(sha256(convert_to('reporting' || s.id, 'UTF8')), 'base64'), g.id,
           inet '10.64.0.1' + row_number() OVER (ORDER BY s.id), now() - interval '40 days'
      FROM services s, gateways g WHERE g.name = 'reporting' ORDER BY s.id LIMIT %(peers)s
    """,
    """
    INSERT INTO exits (gateway_id, service_id, address, until)
    SELECT gateway_id, service_id, inet '10.128.0.0' + row_number() OVER (ORDER BY id), now() + interval '1 year'
      FROM devices WHERE gateway_id = (SELECT id FROM gateways WHERE name = 'reporting')
    """,
    """
    INSERT INTO endpoints (gateway_id, exit_id, kind, identity, tunnel_address)
    SELECT d.gateway_id, x.id, 'wireguard', d.public_key, d.tunnel_address
      FROM devices d JOIN exits x ON x.service_id = d.service_id AND x.gateway_id = d.gateway_id
     WHERE d.gateway_id = (SELECT id FROM gateways WHERE name = 'reporting')
    """,
    "ANALYZE devices, exits, endpoints",
)
# What the same rows cost alone: one table, one statement.
BARE: LiteralString = """
    INSERT INTO bare_hours AS h (device_id, hour, rx, tx)
    SELECT u.id, date_trunc('hour', now()), u.n, u.n FROM unnest(%(ids)s::bigint[], %(ns)s::bigint[]) AS u (id, n)
    ON CONFLICT (device_id, hour) DO UPDATE SET rx = h.rx + excluded.rx, tx = h.tx + excluded.tx
"""


def use(stage: Stage) -> list[Figure]:
    return asyncio.run(_measure(stage.database_url))


async def _measure(url: str) -> list[Figure]:
    db = PooledDatabase(url, size=2)
    await db.open()
    try:
        return [*await _reports(db), *await _lookups(db)]
    finally:
        await db.close()


async def _reports(db: PooledDatabase) -> list[Figure]:
    async with db.transaction() as conn:
        for statement in FLEET:
            await execute(conn, statement, **({"peers": PEERS} if "%(peers)s" in statement else {}))
        await execute(
            conn,
            """
            CREATE TABLE bare_hours (device_id bigint, hour timestamptz, rx bigint, tx bigint,
                                     PRIMARY KEY (device_id, hour))
            """,
        )
        gateway = await gateways.get_gateway(
            conn, await fetch_one(conn, GatewayId, "SELECT id FROM gateways WHERE name = 'reporting'")
        )
        keys = await fetch_all(
            conn, str, "SELECT identity FROM endpoints WHERE gateway_id = %(id)s ORDER BY id", id=gateway.id
        )
        ids = await fetch_all(conn, int, "SELECT id FROM devices WHERE gateway_id = %(id)s", id=gateway.id)
    seals = service.Seals(Sealer([SANDBOX_SEALING_KEY]), KEY)
    first = await _timed(_report(db, gateway, keys, 0, seals))
    rounds, bare = list[float](), list[float]()
    for number in range(1, ROUNDS + 1):
        rounds.append(await _timed(_report(db, gateway, keys, number, seals)))
        bare.append(await _timed(_insert(db, ids)))
    middle, alone = statistics.median(rounds), statistics.median(bare)
    return [
        Figure(
            what=f"use of {len(keys):,} peers written, in reports of {PEERS_PER_REPORT:,}",
            value=middle,
            unit="s",
            ours=f"{1e6 * middle / len(keys):.0f} µs a peer",
            baseline=f"{alone:.2g} s: a bare upsert of as many rows",
            aim=1,
            at_most=True,
        ),
        Figure(
            what="  all of them connecting at once, each client sealed",
            value=first,
            unit="s",
            ours=f"{1e6 * first / len(keys):.0f} µs a peer",
        ),
    ]


async def _report(
    db: PooledDatabase, gateway: Gateway, keys: list[str], number: int, seals: service.Seals
) -> None:
    at = datetime.now(UTC)
    for begin in range(0, len(keys), PEERS_PER_REPORT):
        peers = [
            PeerUsage(
                key,
                at,
                (number + 1) * 1_000,
                (number + 1) * 90_000,
                epoch=7,
                at=at,
                since=at,
                client_address=f"198.51.{n >> 8 & 255}.{n & 255}",
            )
            for n, key in enumerate(keys[begin : begin + PEERS_PER_REPORT])
        ]
        async with db.transaction() as conn:
            await service.record(conn, gateway, Report(peers, at), seals)


async def _insert(db: PooledDatabase, ids: list[int]) -> None:
    async with db.transaction() as conn:
        await execute(conn, BARE, ids=ids, ns=[1] * len(ids))


async def _lookups(db: PooledDatabase) -> list[Figure]:
    """Sessions of half an hour, spread over twelve months that are over and as many addresses as a large shop has."""
    async with db.connection() as conn:
        until = datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        since = until - timedelta(days=30 * MONTHS)
        filled = await _timed(_fill(conn, since, until))
        times = [await _lookup(conn, since, until) for _ in range(LOOKUPS)]
    return [
        Figure(
            what=f"who had an address at a time, among {SESSIONS:,} sessions, p99",
            value=1_000 * percentile(times, 0.99),
            unit="ms",
            ours=f"median {1_000 * statistics.median(times):.1f} ms, {filled:,.0f} s to insert",
            aim=50,
            at_most=True,
        )
    ]


async def _lookup(conn: Connection, since: datetime, until: datetime) -> float:
    # A bench needs no unpredictable numbers.
    at = since + random.random() * (until - since)  # noqa: S311
    address = f"10.128.{random.randrange(ADDRESSES) >> 8}.{random.randrange(256)}"  # noqa: S311
    begin = time.perf_counter()
    await who_queries.list_leases(conn, address, since=at, until=at + timedelta(seconds=1))
    await who_queries.list_sessions(conn, address, since=at, until=at + timedelta(seconds=1))
    return time.perf_counter() - begin


async def _fill(conn: Connection, since: datetime, until: datetime) -> None:
    await execute(
        conn,
        """
        SELECT make_usage_month('usage_sessions', month)
          FROM generate_series(%(since)s::timestamptz - interval '1 day', %(until)s, interval '20 days') month
        """,
        since=since,
        until=until,
    )
    await execute(
        conn,
        """
        WITH own AS (SELECT array_agg(id) AS ids FROM (SELECT id FROM services ORDER BY id LIMIT 20000) s)
        INSERT INTO usage_sessions
               (device_id, service_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes)
        SELECT n %% 20000, own.ids[1 + n %% 20000], inet '10.128.0.0' + (n * 7919) %% %(addresses)s,
               decode(repeat('ab', 100), 'hex'), began, began + interval '29 minutes', n, n
          FROM own, generate_series(0::bigint, %(sessions)s - 1) n
         CROSS JOIN LATERAL (
               SELECT %(since)s + (%(until)s - %(since)s::timestamptz) * (n::float8 / %(sessions)s) AS began) t
        """,
        since=since,
        until=until,
        addresses=ADDRESSES,
        sessions=SESSIONS,
    )
    await execute(conn, "VACUUM ANALYZE usage_sessions")


async def _timed[T](done: Awaitable[T]) -> float:
    begin = time.perf_counter()
    await done
    return time.perf_counter() - begin
