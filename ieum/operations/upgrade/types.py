"""Effects of a migration on the tables that were there before it."""

from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

import msgspec


class Lock(IntEnum):
    """The strongest lock that a statement takes on a table, by what it keeps others from."""

    NOTHING = 0
    ROWS = 1
    """Only of the rows that it writes."""
    CHANGES_OF_ITS_SHAPE = 2
    """Reading and writing go on."""
    WRITING = 3
    ALL = 4


class Migration(NamedTuple):
    name: str
    path: Path
    statements: tuple[str, ...]
    in_transaction: bool
    """One transaction for the whole file: a lock is held from its statement to the file's end."""
    may_lock: dict[str, str]
    """By table, why this file may lock it for as long as its size takes: `-- may lock TABLE: reason`."""
    contracts: str
    """Why the release before can live without what this file takes away: `-- contracts: reason`."""


class Effect(msgspec.Struct):
    """Effect of a statement on a table that was there before its migration."""

    table: str
    lock: Lock = Lock.NOTHING
    rewritten: bool = False
    scanned: bool = False
    indexed: int = 0
    """How many indexes are made of its rows."""
    changed: bool = False
    """Rows are updated, deleted or copied by the statement, which takes their row locks."""

    @property
    def takes_long(self) -> bool:
        return self.rewritten or self.scanned or self.indexed > 0 or self.changed


class Step(msgspec.Struct):
    """A statement of a migration and what it does."""

    sql: str
    effects: list[Effect]


class Trial(msgspec.Struct):
    """A migration, tried on an empty copy of the shop's schema."""

    migration: Migration
    steps: list[Step]
    breaks: list[str]
    """What the release before still uses, and is gone: it cannot run beside this migration."""
    narrows: list[str]
    """What may be refused that the release before writes."""
