"""The log of fixed addresses with a million entries: how long `ieum verify-log` takes to find a row that does not fit.

Also what the job costs in such a shop: a minute in which nothing happened, and the first run over all its leases.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import LiteralString

import psycopg

from bench import filling
from bench.figures import Figure
from bench.stage import ROOT, Stage, environment
from ieum.dev.postgres import EmbeddedPostgres
from ieum.shop.address_log import service
from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.server.migrate import migrate

ENTRIES = int(os.environ.get("IEUM_BENCH_ENTRIES", "1000000"))
DAYS = 1000
LEASES_A_DAY = ENTRIES // DAYS // 2
# Noon in Seoul.
FIRST = datetime.now(UTC).replace(hour=3, minute=0) - timedelta(days=DAYS)
SEALER = Sealer([SANDBOX_SEALING_KEY])
AIM_SECONDS = 60

# Triggers and foreign keys are off meanwhile: these rows are consistent but for an order that all share.
STATEMENTS: tuple[LiteralString, ...] = (
    filling.WITHOUT_TRIGGERS,
    "INSERT INTO gateways (name, endpoint, token_hash) VALUES ('g-1', 'vpn.example.com:51820', sha256('g'))",
    "INSERT INTO address_pools (code, carrier, region) VALUES ('pool', 'KT', '서울')",
    """
    INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
    SELECT p.id, g.id, inet '10.0.0.0' + n, now(), 'call', now()
      FROM gateways g, address_pools p, generate_series(1, 20000) n
    """,
    """
    INSERT INTO plans (code, kind, pool_id, name, device_limit)
    SELECT 'plan', 'static', id, 'KT', 3 FROM address_pools
    """,
    """
    INSERT INTO services (member_id, order_id, plan_id, starts_at, ends_at)
    SELECT n, 'order-' || n, p.id, now(), now() + interval '1 year' FROM plans p, generate_series(1, 20000) n
    """,
)
# One day's: each begins and ends within it, and is another service's and another address's.
A_DAY: LiteralString = """
    INSERT INTO leases (address_id, order_id, service_id, state, held_at, active_at, left_at, ended_at, cause)
    SELECT 1 + (%(n)s + k) %% 20000, 'order-1', 1 + (%(n)s * 7 + k) %% 20000, 'ended', %(day)s,
           %(day)s + k * interval '1 second', over.at, over.at, CASE WHEN k %% 3 = 0 THEN 'ticket' ELSE 'order' END
      FROM generate_series(1, %(leases)s) k,
           LATERAL (SELECT %(day)s + k * interval '2 seconds' + interval '1 hour' AS at) over
"""
# What somebody does by hand near the end of the log, where it is found last, and how it is undone.
TAMPERING: dict[str, tuple[LiteralString, LiteralString]] = {
    "an entry changed": (
        """
        UPDATE address_log_entries SET at = at + interval '1 minute'
         WHERE index = 2 AND day = (SELECT max(day) FROM address_log_entries)
        """,
        """
        UPDATE address_log_entries SET at = at - interval '1 minute'
         WHERE index = 2 AND day = (SELECT max(day) FROM address_log_entries)
        """,
    ),
    "an entry inserted": (
        """
        INSERT INTO address_log_entries
        SELECT day, index + 1, 0, 'released', at, written_at, address, service, salt, sha256(hash)
          FROM address_log_entries ORDER BY day DESC, index DESC LIMIT 1
        """,
        "DELETE FROM address_log_entries WHERE lease_id = 0",
    ),
    "a lease changed": (
        """
        UPDATE leases SET ended_at = ended_at + interval '1 minute' WHERE id = (SELECT max(id) FROM leases)
        """,
        """
        UPDATE leases SET ended_at = ended_at - interval '1 minute' WHERE id = (SELECT max(id) FROM leases)
        """,
    ),
    "a lease inserted": (
        """
        INSERT INTO leases (address_id, order_id, service_id, state, held_at, active_at, left_at, ended_at, cause)
        SELECT address_id, order_id, service_id, state, held_at, held_at, left_at, ended_at, cause
          FROM leases ORDER BY id LIMIT 1
        """,
        "DELETE FROM leases WHERE id = (SELECT max(id) FROM leases)",
    ),
    "an entry deleted": (
        """
        DELETE FROM address_log_entries
         WHERE index = 2 AND day = (SELECT max(day) FROM address_log_entries)
        """,
        "SELECT",
    ),
}


def address_log(stage: Stage) -> list[Figure]:
    del stage  # It has a shop of its own, with nothing but leases.
    with tempfile.TemporaryDirectory(prefix="ieum-log-") as folder, EmbeddedPostgres(Path(folder)) as server:
        migrate(server.url)
        writing = asyncio.run(_fill(server.url))
        idle = asyncio.run(_write(server.url))
        environ = environment(server.url, Path(folder))
        whole, memory = _verify(environ, fits=True)
        found = {what: _tampered(server.url, environ, *statements) for what, statements in TAMPERING.items()}
        taken_in = asyncio.run(_take_in(server.url))
    slowest = max(found, key=lambda what: found[what])
    return [
        Figure(
            what=f"verify-log, {ENTRIES:,} entries: the row found that is wrong",
            value=found[slowest],
            unit="s",
            ours=", ".join(f"{what} {seconds:.1f} s" for what, seconds in found.items()),
            aim=AIM_SECONDS,
            at_most=True,
        ),
        Figure(what="the same where everything fits", value=whole, unit="s", aim=AIM_SECONDS, at_most=True),
        Figure(what="memory of verify-log, at most", value=memory, unit="MB"),
        Figure(what=f"writing a day's {LEASES_A_DAY * 2} entries", value=writing * 1000, unit="ms"),
        Figure(what="a minute in which nothing happened", value=idle * 1000, unit="ms"),
        Figure(what=f"the first run, over {ENTRIES // 2:,} leases", value=taken_in, unit="s"),
    ]


async def _fill(url: str) -> float:
    """The seconds that a day's entries took in the end."""
    with psycopg.connect(url, autocommit=True) as conn:
        for statement in STATEMENTS:
            conn.execute(statement)
        conn.execute("ANALYZE")
    seconds: list[float] = []
    async with PooledDatabase(url, size=2) as db:
        for number in range(DAYS):
            day = FIRST + timedelta(days=number)
            async with db.transaction() as conn:
                await conn.execute("SET LOCAL session_replication_role = replica")
                await conn.execute(A_DAY, {"n": number, "day": day, "leases": LEASES_A_DAY})
                await conn.execute(
                    "UPDATE address_log_reading SET began_at = now(), read_until = %(day)s", {"day": day}
                )
            begin = time.perf_counter()
            written = await service.append(db, SEALER, now=day + timedelta(hours=1))
            seconds.append(time.perf_counter() - begin)
            assert written == LEASES_A_DAY * 2
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("UPDATE address_log_reading SET began_at = %s", (FIRST,))
        conn.execute("VACUUM ANALYZE")
    return sum(seconds[-20:]) / 20


async def _write(url: str) -> float:
    async with PooledDatabase(url, size=2) as db:
        await service.append(db, SEALER)
        begin = time.perf_counter()
        for _ in range(20):
            assert await service.append(db, SEALER) == 0
        return (time.perf_counter() - begin) / 20


async def _take_in(url: str) -> float:
    """As after the migration of a shop that had all its leases before."""
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("SET session_replication_role = replica")
        for table in ("address_log_entries", "address_log_days", "address_log_services"):
            conn.execute(f"TRUNCATE {table} CASCADE".encode())
        conn.execute("UPDATE address_log_reading SET began_at = NULL, read_until = NULL")
    async with PooledDatabase(url, size=2) as db:
        begin = time.perf_counter()
        assert await service.append(db, SEALER) >= LEASES_A_DAY * 2 * DAYS - 2
        return time.perf_counter() - begin


def _tampered(url: str, environ: dict[str, str], change: LiteralString, undo: LiteralString) -> float:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("SET session_replication_role = replica")
        conn.execute(change)
        seconds, _ = _verify(environ, fits=False)
        conn.execute(undo)
    return seconds


def _verify(environ: dict[str, str], *, fits: bool) -> tuple[float, float]:
    """The seconds that the command takes, and its memory in MB at most."""
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "ieum.cli", "verify-log"],
        cwd=ROOT,
        env=os.environ | environ,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.stdout is not None
        told = process.stdout.read()
    assert process.returncode == (0 if fits else 1), told
    return time.perf_counter() - begin, used.ru_maxrss / 1024
