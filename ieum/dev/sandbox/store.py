"""Books of the sandbox, kept over a restart: one SQLite file, written before a change is answered.

A provider does not forget a payment when its power fails, so the shop's books must still compare afterwards.
"""

import logging
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

log = logging.getLogger("ieum.dev.sandbox")

# Of each kind, the newest so many; older ones are forgotten at the next start.
MOST_KEPT = 10_000
SCHEMA = "CREATE TABLE IF NOT EXISTS kept (kind TEXT, key TEXT, body BLOB, PRIMARY KEY (kind, key))"


class Store:
    """Keeps structs by kind and key, in the order in which they were first kept. Without a path it keeps nothing.

    Every `put` is one transaction in a write-ahead log: killed at any moment, the file holds all of it or none of it.
    """

    def __init__(self, path: Path | None) -> None:
        self._db = None if path is None else _open(path)

    def put(self, *rows: tuple[str, str, object]) -> None:
        """Keep these (kind, key, struct) together, in place of what the keys held."""
        if self._db is None:
            return
        with self._db:
            self._db.executemany(
                "INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body",
                [(kind, key, msgspec.json.encode(value)) for kind, key, value in rows],
            )

    def all[T](self, kind: str, of: type[T]) -> Iterator[tuple[str, T]]:
        """Yield what was kept, oldest first. What an earlier version wrote and this one cannot read is left out."""
        for key, body in self._rows(kind):
            try:
                yield key, msgspec.json.decode(body, type=of)
            except msgspec.DecodeError as error:
                log.warning("a %s kept by an earlier version is left out: %s", kind, error)

    def forget(self, kind: str) -> None:
        if self._db is not None:
            with self._db:
                self._db.execute("DELETE FROM kept WHERE kind = ?", [kind])

    def forget_all(self) -> None:
        if self._db is not None:
            with self._db:
                self._db.execute("DELETE FROM kept")

    def close(self) -> None:
        if self._db is not None:
            self._db.close()

    def _rows(self, kind: str) -> Iterable[tuple[str, bytes]]:
        if self._db is None:
            return []
        return self._db.execute("SELECT key, body FROM kept WHERE kind = ? ORDER BY rowid", [kind]).fetchall()


def _open(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _prepare(path)
    except sqlite3.OperationalError as error:
        # The file is whole: another sandbox has it, or the disk is full. Putting it aside would lose its payments.
        raise SystemExit(f"ieum sandbox: {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        aside = path.with_name(f"{path.name}.broken")
        log.warning("%s cannot be read (%s) and is now %s; payments begin anew", path, error, aside.name)
        path.replace(aside)
        for rest in ("-wal", "-shm"):
            path.with_name(path.name + rest).unlink(missing_ok=True)
        return _prepare(path)


def _prepare(path: Path) -> sqlite3.Connection:
    # One thread at a time uses it: the event loop's, after the one that starts the server.
    db = sqlite3.connect(path, timeout=1, check_same_thread=False)
    try:
        # One process alone: two would answer from what each has in memory, and overwrite each other.
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = WAL")
        # A killed process loses nothing; a machine without power loses the last moments, but never its consistency.
        db.execute("PRAGMA synchronous = NORMAL")
        with db:
            db.execute(SCHEMA)
            for (kind,) in db.execute("SELECT DISTINCT kind FROM kept").fetchall():
                db.execute(
                    """
                    DELETE FROM kept WHERE kind = ? AND rowid <= (
                        SELECT rowid FROM kept WHERE kind = ? ORDER BY rowid DESC LIMIT 1 OFFSET ?)
                    """,
                    [kind, kind, MOST_KEPT],
                )
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db
