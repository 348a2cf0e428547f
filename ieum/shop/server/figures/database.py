"""PostgreSQL itself: how large and how busy it is, whether its log is kept, and how far its standbys are behind.

What it says of other users' sessions, and so of standbys, it says to members of `pg_monitor` alone.
"""

from collections.abc import Sequence

import msgspec
from prometheus_client.core import CounterMetricFamily
from prometheus_client.metrics_core import Metric

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.server.figures.types import Figure, fill, gauge

SESSION_STATES = ("active", "idle", "in_transaction", "other")
SYNC_STATES = ("sync", "quorum", "potential", "async")


class Load(msgspec.Struct):
    active: int
    idle: int
    in_transaction: int
    other: int
    most: int
    oldest_transaction: float
    deadlocks: int


class Log(msgspec.Struct):
    """Times are Unix times, 0 where it never happened."""

    is_archived: bool
    archived: float
    failed: float


class Standby(msgspec.Struct):
    name: str
    sync: str | None
    lag: float
    bytes: int


async def read_load(conn: Connection) -> Sequence[Metric]:
    load = await fetch_one(
        conn,
        Load,
        """
        SELECT count(*) FILTER (WHERE state = 'active') AS active, count(*) FILTER (WHERE state = 'idle') AS idle,
               count(*) FILTER (WHERE state LIKE 'idle in%%') AS in_transaction,
               count(*) FILTER (WHERE state IS NULL OR state NOT IN ('active', 'idle') AND state NOT LIKE 'idle in%%')
                   AS other,
               current_setting('max_connections')::integer AS most,
               coalesce(max(extract(epoch FROM clock_timestamp() - xact_start))
                        FILTER (WHERE pid <> pg_backend_pid()), 0)::float8 AS oldest_transaction,
               (SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()) AS deadlocks
          FROM pg_stat_activity WHERE backend_type = 'client backend'
        """,
    )
    sessions = gauge("ieum_database_sessions", "Sessions of the database, of all programs", "state")
    fill(sessions, SESSION_STATES, {state: getattr(load, state) for state in SESSION_STATES})
    most = gauge("ieum_database_sessions_most", "Sessions that it allows")
    most.add_metric([], load.most)
    oldest = gauge("ieum_database_oldest_transaction_seconds", "Age of the oldest transaction that is open")
    oldest.add_metric([], load.oldest_transaction)
    deadlocks = CounterMetricFamily("ieum_database_deadlocks", "Deadlocks that the database has broken")
    deadlocks.add_metric([], load.deadlocks)
    return sessions, most, oldest, deadlocks


async def read_size(conn: Connection) -> Sequence[Metric]:
    """Adds up the sizes of files: a few milliseconds, and nothing that changes by the second."""
    size, age = await fetch_one(
        conn,
        list[int],
        """
        SELECT ARRAY[pg_database_size(current_database()),
                     (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database())]
        """,
    )
    in_bytes = gauge("ieum_database_bytes", "Size of the database")
    in_bytes.add_metric([], size)
    unfrozen = gauge(
        "ieum_database_unfrozen_transactions", "Transactions since the oldest row that vacuum has not frozen"
    )
    unfrozen.add_metric([], age)
    return in_bytes, unfrozen


async def read_log(conn: Connection) -> Sequence[Metric]:
    kept = await fetch_one(
        conn,
        Log,
        """
        SELECT current_setting('archive_mode') <> 'off' AS is_archived,
               coalesce(extract(epoch FROM last_archived_time), 0)::float8 AS archived,
               coalesce(extract(epoch FROM last_failed_time), 0)::float8 AS failed
          FROM pg_stat_archiver
        """,
    )
    standbys = await fetch_all(
        conn,
        Standby,
        """
        SELECT application_name AS name, sync_state AS sync, coalesce(extract(epoch FROM replay_lag), 0)::float8 AS lag,
               coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::bigint AS bytes
          FROM pg_stat_replication WHERE NOT pg_is_in_recovery() ORDER BY 1
        """,
    )
    archives = gauge("ieum_wal_archiving", "1 where PostgreSQL hands its log to an archive")
    archives.add_metric([], float(kept.is_archived))
    archived = gauge("ieum_wal_archived_timestamp_seconds", "When it last did so; 0: never")
    archived.add_metric([], kept.archived)
    failed = gauge("ieum_wal_archive_failed_timestamp_seconds", "When that failed last; 0: never")
    failed.add_metric([], kept.failed)
    number = gauge("ieum_standbys", "Standbys, and whether a commit waits for them", "sync")
    fill(number, SYNC_STATES, {sync: sum(each.sync == sync for each in standbys) for sync in SYNC_STATES})
    lag = gauge("ieum_standby_lag_seconds", "How long ago was what a standby shows", "standby")
    behind = gauge("ieum_standby_lag_bytes", "Log that a standby has not applied", "standby")
    # Two of one name would be one series twice, which Prometheus refuses together with all the rest.
    for name in {each.name for each in standbys}:
        same = [each for each in standbys if each.name == name]
        lag.add_metric([name], max(each.lag for each in same))
        behind.add_metric([name], max(each.bytes for each in same))
    return archives, archived, failed, number, lag, behind


FIGURES = (
    Figure("database", read_load),
    Figure("database_size", read_size, every=300),
    Figure("log", read_log),
)
