"""Letting time pass, by making everything that is stored older."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from time import time
from typing import NamedTuple

from psycopg import sql

from ieum.shop.kernel.db import Connection, execute


async def let_order_age(conn: Connection, order_id: str, by: timedelta) -> None:
    """Make one order older by so much."""
    await execute(
        conn,
        "UPDATE orders SET hold_until = hold_until - %(by)s, created_at = created_at - %(by)s WHERE id = %(order_id)s",
        by=by,
        order_id=order_id,
    )


async def within_a_minute[T](conn: Connection, attempt: Callable[[], Awaitable[T]]) -> T:
    """Repeat from no counts what the turn of a minute has split: requests are counted by the clock's minutes."""
    while True:
        await execute(conn, "DELETE FROM request_counts")
        began = time() // 60
        found = await attempt()
        if time() // 60 == began:
            return found


# Further than any stored time: a shift over it and back never meets the key of another row.
FAR = timedelta(days=400_000)


class Moments(NamedTuple):
    table: str
    columns: list[str]
    is_key: bool
    """One of them is part of a unique index."""


async def let_pass(conn: Connection, by: timedelta) -> None:
    """Make everything in the books older by so much, what is append-only included, and bring waiting jobs nearer.

    Only superusers may: triggers and foreign keys are silent meanwhile. What the provider knows has a
    clock of its own (`POST /control/clock`). A table that is partitioned by time stays as it is.
    """
    async with conn.transaction():
        tables = await _tables(conn)
        # LOCAL would last to the end of an outer transaction, when there is one.
        await conn.execute("SET LOCAL session_replication_role = replica")
        await _begin_log_anew(conn)
        for table in tables:
            if table.is_key:
                await _shift(conn, table, FAR + by)
                await _shift(conn, table, -FAR)
            else:
                await _shift(conn, table, by)
        await conn.execute(
            "UPDATE procrastinate_jobs SET scheduled_at = scheduled_at - %s WHERE status = 'todo'", [by]
        )
        await conn.execute("SET LOCAL session_replication_role = origin")


async def _begin_log_anew(conn: Connection) -> None:
    """What is older now has other hashes: the log is empty, and its job takes everything in again."""
    for table in ("address_log_entries", "address_log_days", "address_log_services"):
        await conn.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
    await conn.execute("UPDATE address_log_reading SET began_at = NULL, read_until = NULL")


async def _shift(conn: Connection, table: Moments, by: timedelta) -> None:
    columns = [sql.Identifier(column) for column in table.columns]
    await conn.execute(
        sql.SQL("UPDATE {table} SET {changes}").format(
            table=sql.Identifier(table.table),
            changes=sql.SQL(", ").join(
                sql.SQL("{column} = {column} - {by}").format(column=column, by=sql.Literal(by))
                for column in columns
            ),
        )
    )


async def _tables(conn: Connection) -> list[Moments]:
    rows = await conn.execute(
        """
        SELECT t.relname,
               array_agg(c.attname::text ORDER BY c.attnum),
               bool_or(EXISTS (SELECT 1 FROM pg_index i
                                WHERE i.indrelid = t.oid AND i.indisunique AND c.attnum = ANY (i.indkey)))
          FROM pg_class t
          JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'public'
          JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
           AND c.atttypid = 'timestamptz'::regtype AND c.attgenerated = ''
         WHERE t.relkind = 'r' AND NOT t.relispartition
           AND t.relname !~ '^(procrastinate|_?yoyo)'
         GROUP BY t.relname
         ORDER BY t.relname
        """
    )
    return [Moments(*row) for row in await rows.fetchall()]
