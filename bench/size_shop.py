"""Fills a shop (console_shop.py) beyond its orders: the use of a year, running sessions, proofs of addresses.

For each member a hundred sessions in the twelve months that are kept and the present one. In each month every device
connects again and again, all of them at every time, so that a month's rows are in the order of time, not of devices.
"""

import calendar
import hashlib
import os
import shutil
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from typing import LiteralString

import psycopg
from psycopg import sql
from psycopg.rows import scalar_row

from bench.console_shop import GATEWAYS
from bench.filling import WITHOUT_TRIGGERS, run_timed
from ieum.common.progress_bar import on_terminal

SESSIONS_A_MEMBER = int(os.environ.get("IEUM_BENCH_SESSIONS_A_MEMBER", "100"))
MONTHS = 12
# Every hour of use is a row, too; of so many months, each device in so many hours of each.
MONTHS_OF_HOURS, HOURS_A_MONTH = 2, 20
# Of a day's proofs and look-ups of every address the newest ones: ninety days of them are kept in the shop.
EVIDENCE_DAYS, EVIDENCE_EVERY = 95, 19
LEAST_FREE = 12_000_000_000


def gateway_token(gateway: int | str) -> str:
    return f"gw_bench-{gateway}"


# Triggers and foreign keys are off meanwhile, as in `console_shop`.
STATEMENTS: tuple[LiteralString, ...] = (
    "UPDATE site_config SET sign_ups_an_hour = 100000, network_hold_percent = 100",
    """
    INSERT INTO endpoints (gateway_id, exit_id, kind, identity, tunnel_address, revision)
    SELECT d.gateway_id, x.id, 'wireguard', d.public_key, d.tunnel_address, 1
      FROM devices d JOIN exits x ON x.service_id = d.service_id AND x.gateway_id = d.gateway_id ORDER BY d.id
    """,
    # In no order of their numbers, because that is how members connect.
    """
    CREATE UNLOGGED TABLE bench_devices AS
    SELECT row_number() OVER () AS n, id, service_id, address
      FROM (SELECT d.id, d.service_id, x.address
              FROM devices d JOIN exits x ON x.service_id = d.service_id AND x.gateway_id = d.gateway_id
             ORDER BY hashint8(d.id)) mixed
    """,
    # Three of ten are connected.
    """
    INSERT INTO device_usage (device_id, first_handshake_at, last_handshake_at, rx_bytes, tx_bytes, reported_at, epoch,
                              epoch_rx, epoch_tx, sampled_at, session_began_at, session_exit, session_client,
                              session_mark)
    SELECT id, now() - interval '1 year', now() - CASE WHEN runs THEN interval '0' ELSE interval '3 days' END, n, n,
           now(), 1, n, n, now(), CASE WHEN runs THEN now() - interval '2 hours' END,
           CASE WHEN runs THEN address END, CASE WHEN runs THEN decode(repeat('ab', 100), 'hex') END,
           CASE WHEN runs THEN decode(md5(id::text), 'hex') END
      FROM (SELECT id, n, address, n %% 10 < 3 AS runs FROM bench_devices) made ORDER BY id
    """,
    # Proven and looked up once a day each.
    """
    INSERT INTO address_checks (address_id, gateway_id, ask_at, tried_at, look_up_at, looked_up_at)
    SELECT id, gateway_id, ask, ask - interval '1 day', look_up, look_up - interval '1 day'
      FROM (SELECT id, gateway_id, now() + (id %% 1440) * interval '1 minute' AS ask,
                   now() + (id * 7 %% 1440) * interval '1 minute' AS look_up
              FROM exit_addresses) made ORDER BY id
    """,
    """
    INSERT INTO address_evidence (address_id, at, kind, is_good, seen, detail)
    SELECT e.id, now() - day * interval '1 day' + (e.id %% 1440) * interval '1 minute',
           CASE WHEN day / %(every)s %% 2 = 0 THEN 'call' ELSE 'reputation' END, true,
           CASE WHEN day / %(every)s %% 2 = 0 THEN e.address END,
           CASE WHEN day / %(every)s %% 2 = 0 THEN '' ELSE '3 lists asked, carrier KT' END
      FROM generate_series(%(days)s, 1, -%(every)s) day, exit_addresses e
    """,
)
# The round `k` of `rounds` in a month, in which each device has one session.
SESSIONS: LiteralString = """
    INSERT INTO {} (device_id, service_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes)
    SELECT id, service_id, address, decode(repeat('ab', 100), 'hex'), began,
           -- It ends before the device's next one begins, and with its month.
           least(%(first)s + %(length)s::interval,
                 began + %(length)s::interval / %(rounds)s * (0.01 + 0.9 * (hashint8(id + %(k)s) & 1023) / 1024)),
           n, 9 * n
      FROM (SELECT *, %(first)s + %(length)s::interval
                                  * (0.98 * (%(k)s + n::float8 / %(devices)s) / %(rounds)s) AS began
              FROM bench_devices) made
     WHERE began < now() - interval '1 day'
"""
HOURS: LiteralString = """
    INSERT INTO {} (device_id, hour, rx_bytes, tx_bytes)
    SELECT id, at, n, 9 * n
      FROM bench_devices, LATERAL (SELECT date_trunc('hour', %(first)s
                                          + %(length)s::interval * ((%(k)s + 0.5) / %(rounds)s)) AS at) hour
     WHERE at < now() - interval '1 hour'
"""


def is_filled(url: str) -> bool:
    with psycopg.connect(url) as conn:
        return conn.execute("SELECT FROM address_checks LIMIT 1").fetchone() is not None


def fill(url: str, members: int) -> None:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("SET maintenance_work_mem = '1GB'")
        conn.execute("SET work_mem = '256MB'")
        conn.execute(WITHOUT_TRIGGERS)
        conn.execute("DROP TABLE IF EXISTS bench_devices")
        months = _months()
        with (
            on_terminal() as progress,
            progress.step("use of a year", total=len(months) + MONTHS_OF_HOURS + 1) as advance,
        ):
            with conn.transaction():
                _set_tokens(conn)
                for statement in STATEMENTS:
                    run_timed(conn, statement, {"days": EVIDENCE_DAYS, "every": EVIDENCE_EVERY})
            advance(1)
            devices = _count(conn, "SELECT count(*) FROM bench_devices")
            rounds = max(1, round(members * SESSIONS_A_MEMBER / devices / len(months)))
            for first, length in months[-MONTHS_OF_HOURS:]:
                _fill_month(conn, "usage_hours", HOURS, first, length, HOURS_A_MONTH, devices)
                advance(1)
            # The newest first, so that what the disk does not hold are the oldest.
            for first, length in reversed(months):
                if shutil.disk_usage(tempfile.gettempdir()).free < LEAST_FREE:
                    print(f"the disk is full: no sessions from {first:%Y-%m-%d} back", file=sys.stderr)
                    break
                _fill_month(conn, "usage_sessions", SESSIONS, first, length, rounds, devices)
                advance(1)
        conn.execute("DROP TABLE bench_devices")
        conn.execute("VACUUM ANALYZE")


def refresh(url: str) -> None:
    """Have the sessions that run be heard of just now, however long the filled shop was kept."""
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("UPDATE device_usage SET last_handshake_at = now() WHERE session_began_at IS NOT NULL")
        conn.execute("UPDATE gateways SET usage_told_at = now(), last_seen_at = now(), counted_at = now()")
        conn.execute("VACUUM ANALYZE device_usage")
        conn.execute("VACUUM ANALYZE gateways")


def _fill_month(
    conn: psycopg.Connection,
    parent: str,
    statement: LiteralString,
    first: datetime,
    length: timedelta,
    rounds: int,
    devices: int,
) -> None:
    """A month's rows in one transaction, and its indexes after them: see `console_shop.fill`."""
    begin = time.monotonic()
    with conn.transaction():
        conn.execute("SELECT make_usage_month(%s, %s)", (parent, first))
        name = f"{parent}_{first + timedelta(days=2):%Y_%m}"
        table = sql.Identifier(name)
        conn.execute(sql.SQL("TRUNCATE {}").format(table))
        conn.execute(
            "UPDATE pg_index SET indisready = false, indisvalid = false WHERE indrelid = %s::regclass",
            (name,),
        )
        for k in range(rounds):
            values = {"first": first, "length": length, "rounds": rounds, "k": k, "devices": devices}
            conn.execute(sql.SQL(statement).format(table), values)
        conn.execute(sql.SQL("REINDEX TABLE {}").format(table))
    print(f"{time.monotonic() - begin:5.0f} s  {name}", file=sys.stderr, flush=True)


def _months() -> list[tuple[datetime, timedelta]]:
    """List the months that are kept and the present one: their beginnings in Seoul, and their lengths."""
    now = datetime.now(UTC) + timedelta(hours=9)
    months: list[tuple[datetime, timedelta]] = []
    for back in range(MONTHS, -1, -1):
        year, month = divmod(now.year * 12 + now.month - 1 - back, 12)
        first = datetime(year, month + 1, 1, tzinfo=UTC) - timedelta(hours=9)
        months.append((first, timedelta(days=calendar.monthrange(year, month + 1)[1])))
    return months


def _set_tokens(conn: psycopg.Connection) -> None:
    """Every gateway has one that the bench knows."""
    for gateway in range(1, GATEWAYS + 1):
        token = hashlib.sha256(b"gateway:" + gateway_token(gateway).encode()).digest()
        conn.execute("UPDATE gateways SET token_hash = %s WHERE id = %s", (token, gateway))


def _count(conn: psycopg.Connection, query: LiteralString) -> int:
    count = conn.cursor(row_factory=scalar_row).execute(query).fetchone()
    assert isinstance(count, int)
    return count
