"""Speed of this server at rewriting, reading, indexing and changing rows, measured on a table in a scratch database.

The rows are in memory, so that a table larger than that takes longer: what is computed with it is the least.
"""

import time
from typing import LiteralString

import msgspec
import psycopg

from ieum.operations.upgrade.types import Effect

ROWS = 200_000


class Speed(msgspec.Struct, frozen=True):
    """In bytes of the table a second, and rows a second."""

    rewriting: float
    scanning: float
    indexing: float
    changing: float


class Size(msgspec.Struct, frozen=True):
    """Of a table of the running shop; `rows` as PostgreSQL estimates them."""

    bytes: int
    with_indexes: int
    rows: int


def measure(conn: psycopg.Connection) -> Speed:
    """On a connection to the scratch database, which keeps nothing of it."""
    with conn.transaction(force_rollback=True):
        conn.execute(
            "CREATE TABLE speed_probe AS SELECT n::bigint AS id, n AS value, md5(n::text) AS text,"
            " now() AS at, mod(n, 7) AS kind FROM generate_series(1, %s::int) n",
            (ROWS,),
        )
        found = conn.execute("SELECT pg_relation_size('speed_probe')").fetchone()
        size = int(found[0]) if found else 0
        scanning = _timed(conn, "SELECT count(*) FROM speed_probe WHERE value IS NOT NULL")
        indexing = _timed(conn, "CREATE INDEX speed_probe_id ON speed_probe (id)")
        rewriting = _timed(conn, "ALTER TABLE speed_probe ALTER COLUMN value TYPE bigint")
        changing = _timed(conn, "UPDATE speed_probe SET kind = kind + 1")
        return Speed(size / rewriting, size / scanning, size / indexing, ROWS / changing)


def sizes(conn: psycopg.Connection) -> dict[str, Size]:
    """Of every table of the shop, with its partitions."""
    return {
        name: Size(heap, whole, rows)
        for name, heap, whole, rows in conn.execute(
            """
            SELECT c.relname, sum(pg_relation_size(t.relid))::bigint, sum(pg_total_relation_size(t.relid))::bigint,
                   sum(greatest(0, p.reltuples))::bigint
              FROM pg_class c
             CROSS JOIN LATERAL (SELECT relid FROM pg_partition_tree(c.oid)
                                  UNION SELECT c.oid) t
              JOIN pg_class p ON p.oid = t.relid
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
             GROUP BY c.relname
            """
        ).fetchall()
    }


def estimate(effect: Effect, size: Size, speed: Speed) -> float:
    """The least seconds that this takes on a table of that size."""
    seconds = 0.0
    if effect.rewritten:
        # Its indexes are made anew with it, and are counted by their size.
        seconds += size.with_indexes / speed.rewriting
    else:
        seconds += effect.indexed * size.bytes / speed.indexing
    if effect.scanned:
        seconds += size.bytes / speed.scanning
    if effect.changed:
        seconds += size.rows / speed.changing
    return seconds


def _timed(conn: psycopg.Connection, statement: LiteralString) -> float:
    begin = time.perf_counter()
    conn.execute(statement)
    return max(time.perf_counter() - begin, 1e-6)
