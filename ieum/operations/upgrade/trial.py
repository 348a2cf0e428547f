"""Tries migrations on an empty copy of the schema and watches what PostgreSQL does: locks, rewrites, scans, indexes.

PostgreSQL itself says what a statement takes, so that no list of ours has to know which kinds of ALTER TABLE rewrite
a table. What is empty is scanned and rewritten in no time, but it is scanned and rewritten all the same.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import psycopg

from ieum.operations.upgrade.types import Effect, Lock, Migration, Step, Trial

_MODES = {
    "RowShareLock": Lock.NOTHING,
    "RowExclusiveLock": Lock.ROWS,
    "AccessShareLock": Lock.NOTHING,
    "ShareUpdateExclusiveLock": Lock.CHANGES_OF_ITS_SHAPE,
    "ShareLock": Lock.WRITING,
    "ShareRowExclusiveLock": Lock.WRITING,
    "ExclusiveLock": Lock.WRITING,
    "AccessExclusiveLock": Lock.ALL,
}
_CHANGES_ROWS = re.compile(
    r"^(?:\s|--[^\n]*\n)*(?:WITH\b.*?\b)?(?:UPDATE|DELETE|INSERT|MERGE)\b", re.DOTALL | re.IGNORECASE
)


class _Table(NamedTuple):
    oid: int
    name: str
    file: int
    scans: int
    indexes: frozenset[int]


class _Column(NamedTuple):
    kind: str
    required: bool
    """Whoever inserts a row has to name it."""


class _Shape(NamedTuple):
    """Parts of this schema on which a program that was written for it relies."""

    columns: dict[tuple[str, str], _Column]
    functions: frozenset[str]
    constraints: frozenset[tuple[str, str]]


def prepare(conn: psycopg.Connection, migrations: Sequence[Migration]) -> None:
    """Bring an empty database to where these migrations end. The connection commits each statement by itself."""
    for migration in migrations:
        for statement in migration.statements:
            _run(conn, statement)


def try_out(conn: psycopg.Connection, migration: Migration) -> Trial:
    """Apply the migration to the copy. The connection commits each statement by itself unless told otherwise."""
    before = _shape(conn)
    tables = _tables(conn)
    steps = list[Step]()
    if migration.in_transaction:
        with conn.transaction():
            for statement in migration.statements:
                step, tables = _watch(conn, statement, tables)
                steps.append(step)
    else:
        for statement in migration.statements:
            step, tables = _watch(conn, statement, tables)
            steps.append(step)
    breaks, narrows = _compare(before, _shape(conn))
    return Trial(migration, steps, breaks, narrows)


def _watch(
    conn: psycopg.Connection, statement: str, before: dict[int, _Table]
) -> tuple[Step, dict[int, _Table]]:
    _run(conn, statement)
    after, locks = _tables(conn), _locks(conn)
    writes_rows = bool(_CHANGES_ROWS.match(statement))
    effects = list[Effect]()
    for oid, table in before.items():
        now = after.get(oid)
        effect = Effect(table.name, locks.get(oid, Lock.NOTHING))
        if now is not None:
            effect.rewritten = now.file != table.file
            effect.indexed = len(now.indexes - table.indexes)
            scanned = now.scans > table.scans
            effect.changed = scanned and writes_rows and effect.lock >= Lock.ROWS
            effect.scanned = scanned and not (effect.rewritten or effect.indexed or effect.changed)
        if effect.lock > Lock.ROWS or effect.takes_long:
            effects.append(effect)
    # Tables that this migration has made are nobody else's yet.
    return Step(statement, effects), {oid: table for oid, table in after.items() if oid in before}


def _run(conn: psycopg.Connection, statement: str) -> None:
    # Written in our own files; psycopg reads a bytes query as it stands, without looking for parameters.
    conn.execute(statement.encode())


def _tables(conn: psycopg.Connection) -> dict[int, _Table]:
    """Without partitions, which go with their parent."""
    rows = conn.execute(
        """
        SELECT c.oid, c.relname, coalesce(pg_relation_filenode(c.oid), 0), coalesce(s.seq_scan, 0),
               coalesce((SELECT array_agg(i.indexrelid) FROM pg_index i WHERE i.indrelid = c.oid), '{}')
          FROM pg_class c
          LEFT JOIN (SELECT relid, coalesce(t.seq_scan, 0) + coalesce(x.seq_scan, 0) AS seq_scan
                       FROM pg_stat_user_tables t FULL JOIN pg_stat_xact_user_tables x USING (relid)) s
                 ON s.relid = c.oid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
           AND c.relname NOT LIKE '%yoyo%'
        """
    ).fetchall()
    return {
        oid: _Table(oid, name, file, scans, frozenset(indexes)) for oid, name, file, scans, indexes in rows
    }


def _locks(conn: psycopg.Connection) -> dict[int, Lock]:
    """The strongest lock that this transaction holds on each table."""
    strongest = dict[int, Lock]()
    for oid, mode in conn.execute(
        "SELECT relation, mode FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation' AND granted"
    ).fetchall():
        strongest[oid] = max(strongest.get(oid, Lock.NOTHING), _MODES[mode])
    return strongest


def _shape(conn: psycopg.Connection) -> _Shape:
    columns = {
        (table, column): _Column(kind, required)
        for table, column, kind, required in conn.execute(
            """
            SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                   a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
              FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0
               AND NOT a.attisdropped AND NOT c.relispartition
            """
        ).fetchall()
    }
    functions = frozenset(
        name
        for (name,) in conn.execute(
            "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
        ).fetchall()
    )
    constraints = frozenset(
        (str(table), str(name))
        for table, name in conn.execute(
            """
            SELECT conrelid::regclass::text, conname FROM pg_constraint
             WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'x') AND conrelid <> 0
             UNION
            SELECT indrelid::regclass::text, indexrelid::regclass::text FROM pg_index
             WHERE indisunique AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
            """
        ).fetchall()
    )
    return _Shape(columns, functions, constraints)


def _compare(before: _Shape, after: _Shape) -> tuple[list[str], list[str]]:
    old_tables = {table for table, _ in before.columns}
    breaks = list[str]()
    for (table, column), was in before.columns.items():
        now = after.columns.get((table, column))
        if now is None:
            breaks.append(f"{table}.{column} is gone")
        elif now.kind != was.kind:
            breaks.append(f"{table}.{column} is {now.kind}, and was {was.kind}")
        elif now.required and not was.required:
            breaks.append(f"{table}.{column} has to be given")
    breaks += [
        f"{table}.{column} has to be given"
        for (table, column), now in after.columns.items()
        if table in old_tables and (table, column) not in before.columns and now.required
    ]
    breaks += [f"{name} is gone" for name in sorted(before.functions - after.functions)]
    narrows = [
        f"{name} of {table}"
        for table, name in sorted(after.constraints - before.constraints)
        if table in old_tables
    ]
    return sorted(breaks), narrows
