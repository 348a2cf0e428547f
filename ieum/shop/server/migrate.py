"""`ieum migrate`: brings a database to the newest version of its schema."""

import math
import time
from pathlib import Path
from typing import Any, override
from urllib.parse import quote, urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from yoyo import (  # pyright: ignore[reportMissingTypeStubs] - it ships no types
    get_backend,  # pyright: ignore[reportUnknownVariableType]
    read_migrations,  # pyright: ignore[reportUnknownVariableType]
)
from yoyo.migrations import (  # pyright: ignore[reportMissingTypeStubs]
    Migration,
    MigrationList,
    MigrationStep,
    TransactionWrapper,
)

from ieum.shop.server.baseline import BASELINE, refuse_older
from ieum.shop.server.migration_files import MIGRATIONS, find, read_texts

# The letters of ieum, and of its first migration.
_TURN = 0x6965756D_0001
_ASKS_AGAIN_SECONDS = 0.2


def migrate(database_url: str, migrations: Path = MIGRATIONS, *, lock_timeout: str | None = None) -> int:
    """Apply the missing migrations, one process at a time, and return how many there were.

    A process that was killed leaves yoyo's own lock in its table for good. So a lock that ends with its connection says
    whose turn it is, and its holder removes what a killed one has left.

    With a `lock_timeout` a migration that waits longer than that for a lock is undone and raises LockNotAvailable.
    Raises TooOldError if a release from before the baseline has made the database.
    """
    if lock_timeout:
        given = conninfo_to_dict(database_url).get("options") or ""
        database_url = make_conninfo(database_url, options=f"{given} -c lock_timeout={lock_timeout}".strip())
    with psycopg.connect(database_url, autocommit=True) as turn:
        _wait_for(turn)
        if (migrations / BASELINE).is_dir():
            refuse_older(turn)
        backend = get_backend(_yoyo_uri(database_url))
        try:
            backend.break_lock()
            with backend.lock():
                missing = backend.to_apply(_read(migrations))
                for migration in missing:
                    _apply(backend, migration)
                return len(missing)
        finally:
            backend.connection.close()


def _wait_for(turn: psycopg.Connection) -> None:
    """Wait for the turn by asking again and again. Raises LockNotAvailable after the `lock_timeout`, if there is one.

    An index made CONCURRENTLY waits for each statement that waits in the database, so both would wait for good.
    """
    patience = turn.execute("SELECT setting::bigint FROM pg_settings WHERE name = 'lock_timeout'").fetchone()
    until = time.monotonic() + patience[0] / 1000 if patience and patience[0] else math.inf
    while True:
        mine = turn.execute("SELECT pg_try_advisory_lock(%s)", [_TURN]).fetchone()
        if mine and mine[0]:
            return
        if time.monotonic() > until:
            raise psycopg.errors.LockNotAvailable("another process migrates this database")
        time.sleep(_ASKS_AGAIN_SECONDS)


class _Folder(Migration):
    """A migration of several files, which run as they stand: yoyo would take seconds to split them into statements."""

    @override
    def load(self) -> None:
        if not self.loaded:
            texts = read_texts(Path(self.path))  # pyright: ignore[reportUnknownArgumentType]
            steps: list[Any] = [MigrationStep(number, text, None) for number, text in enumerate(texts)]
            self.steps = [TransactionWrapper(step) for step in steps]
            self._depends = set[Migration]()


def _read(folder: Path) -> MigrationList:
    folders = [_Folder(path.stem, str(path), str(folder)) for path in find(folder) if path.is_dir()]
    return MigrationList([*folders, *read_migrations(str(folder))])


def _apply(backend: Any, migration: Any) -> None:
    """Apply a migration and note it in one transaction, which yoyo does in two: killed in between, it came again."""
    migration.load()
    with backend.copy() as own:
        own.ensure_internal_schema_updated()
        if not migration.use_transactions:
            migration.process_steps(own, "apply")
            with own.transaction():
                _note(own, migration)
            return
        with own.transaction():
            migration.process_steps(own, "apply")
            _note(own, migration)


def _note(own: Any, migration: Any) -> None:
    own.log_migration(migration, "apply")
    own.mark_one(migration, log=False)


def _yoyo_uri(database_url: str) -> str:
    """Return the URL of the same database as yoyo reads it: with the driver's name, and all parameters in the query."""
    parameters = {
        name: str(value) for name, value in conninfo_to_dict(database_url).items() if value is not None
    }
    name = parameters.pop("dbname", "")
    return f"postgresql+psycopg:///{quote(name, safe='')}?{urlencode(parameters, quote_via=quote)}"
