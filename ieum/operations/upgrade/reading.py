"""Reads the migration files as yoyo does, with what they say about themselves."""

import re
import time
from pathlib import Path

import psycopg
from yoyo.migrations import read_sql_migration  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from ieum.operations.upgrade.types import Migration
from ieum.shop.server.migrate import MIGRATIONS

_MAY_LOCK = re.compile(r"^-- may lock (\w+): (.+)$", re.MULTILINE)
_CONTRACTS = re.compile(r"^-- contracts: (.+)$", re.MULTILINE)


def read_all(folder: Path = MIGRATIONS) -> list[Migration]:
    """Those that are programs, which bring the queue's own tables, have no statements that could be looked at."""
    paths = [path for path in folder.glob("[0-9]*") if path.suffix in {".py", ".sql"}]
    return [_read(path) for path in sorted(paths)]


def list_applied(conn: psycopg.Connection) -> set[str]:
    """The names of the migrations that the database has had; none where it is empty."""
    found = conn.execute("SELECT to_regclass('_yoyo_migration') IS NOT NULL").fetchone()
    if not found or not found[0]:
        return set()
    return {name for (name,) in conn.execute("SELECT migration_id FROM _yoyo_migration").fetchall()}


def count_others(url: str, *, moments: int) -> int:
    """How many connections of the shop's role there are to this database besides this one; a monitor has its own.

    A program that has just ended is there for a moment more, so that it is looked so often, each half a second.
    """
    others = 0
    with psycopg.connect(url, autocommit=True) as conn:
        for moment in range(moments):
            time.sleep(0.5 if moment else 0)
            found = conn.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND usename = current_user AND pid <> pg_backend_pid()"
            ).fetchone()
            others = found[0] if found else 0
            if not others:
                break
    return others


def _read(path: Path) -> Migration:
    if path.suffix == ".py":
        return Migration(path.stem, path, (), in_transaction=True, may_lock={}, contracts="")
    directives, _, statements = read_sql_migration(str(path))
    text = path.read_text(encoding="utf-8")
    contracts = _CONTRACTS.search(text)
    return Migration(
        name=path.stem,
        path=path,
        statements=tuple(str(statement) for statement in statements),
        in_transaction=str(directives.get("transactional", "true")).lower() != "false",
        may_lock=dict(_MAY_LOCK.findall(text)),
        contracts=contracts[1] if contracts else "",
    )
