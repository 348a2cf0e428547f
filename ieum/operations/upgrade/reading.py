"""Reads the migration files as yoyo does, with what they say about themselves."""

import re
from pathlib import Path

import psycopg
from yoyo.migrations import read_sql_migration  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from ieum.operations.upgrade.types import Migration
from ieum.shop.server.migrate import MIGRATIONS

_MAY_LOCK = re.compile(r"^-- may lock (\w+): (.+)$", re.MULTILINE)
_CONTRACTS = re.compile(r"^-- contracts: (.+)$", re.MULTILINE)


def read_all(folder: Path = MIGRATIONS) -> list[Migration]:
    """Read all migrations. Programs, which bring the queue's own tables, have no statements that could be looked at."""
    paths = [path for path in folder.glob("[0-9]*") if path.suffix in {".py", ".sql"}]
    return [_read(path) for path in sorted(paths)]


def list_applied(conn: psycopg.Connection) -> set[str]:
    """The names of the migrations that the database has had; none where it is empty."""
    found = conn.execute("SELECT to_regclass('_yoyo_migration') IS NOT NULL").fetchone()
    if not found or not found[0]:
        return set()
    return {name for (name,) in conn.execute("SELECT migration_id FROM _yoyo_migration").fetchall()}


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
