"""Reads the migration files as yoyo does, with what they say about themselves."""

import re
from pathlib import Path

from yoyo.migrations import read_sql_migration  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from ieum.operations.upgrade.types import Migration
from ieum.shop.server.migration_files import MIGRATIONS, find, read_texts

_MAY_LOCK = re.compile(r"^-- may lock (\w+): (.+)$", re.MULTILINE)
_CONTRACTS = re.compile(r"^-- contracts: (.+)$", re.MULTILINE)


def read_all(folder: Path = MIGRATIONS) -> list[Migration]:
    """Read all migrations. Each file of the baseline counts as one statement."""
    return [_read(path) for path in find(folder)]


def _read(path: Path) -> Migration:
    if path.is_dir():
        texts = tuple(read_texts(path))
        return Migration(path.stem, path, texts, in_transaction=True, may_lock={}, contracts="")
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
