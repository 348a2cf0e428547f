"""Watches in which order the statements of a transaction lock rows, against the table in docs/architecture.md."""

import re
from pathlib import Path
from typing import Any, override

from psycopg import AsyncCursor

ARCHITECTURE = Path(__file__).parents[3] / "docs" / "architecture.md"
_ROW = re.compile(r"^\| (\d+) \| [^|]+ \| ([^|]+) \|", re.MULTILINE)
# `of` a table stand rows of one that has other rows in another line.
_TABLE = re.compile(r"(?<!of )`(\w+)`")
_CLAUSE = re.compile(r"\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b(?: OF ([\w, ]+?))?( SKIP LOCKED)?\s*(?=[)\n]|$)")
_SOURCE = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)(?:\s+(?!WHERE|JOIN|LEFT|ON|USING|FOR|ORDER)(\w+))?")
# Leases that an order holds are locked with it, and are nobody else's before it is delivered.
_HELD_BY_ORDER = "FROM leases WHERE order_id = %(order_id)s"
_INSERTS = re.compile(r"\bINSERT INTO\s+(\w+)")


def numbered() -> dict[str, int]:
    """Read the table: each table of rows that are locked, with the number of its line."""
    text = (
        ARCHITECTURE.read_text(encoding="utf-8").partition("## The order of locks")[2].partition("\n## ")[0]
    )
    rows = _ROW.findall(text)
    return {table: int(number) for number, tables in rows for table in _TABLE.findall(tables)}


def waited_for(statement: str) -> set[str]:
    """Find the tables of whose rows a statement waits for a lock. None waits that takes free rows."""
    found = set[str]()
    for clause in _CLAUSE.finditer(statement):
        if clause[2]:
            continue
        sources = {
            alias or table: table for table, alias in _SOURCE.findall(_select_of(statement, clause.start()))
        }
        named = [word.strip() for word in clause[1].split(",")] if clause[1] else list(sources)
        found |= {sources[name] for name in named if name in sources}
    return found


def _select_of(statement: str, end: int) -> str:
    """Cut out the SELECT that ends here, without what stands in parentheses in it."""
    depth, kept = 0, list[str]()
    for letter in reversed(statement[:end]):
        depth += {")": 1, "(": -1}.get(letter, 0)
        if depth < 0:
            break
        if not depth:
            kept.append(letter)
    return "".join(reversed(kept))


class LockOrder:
    """Holds what the present transaction has locked. `wrong` has a statement for each step backwards.

    A row that the transaction has inserted itself is nobody else's, and so are those of its table from then on.
    """

    def __init__(self) -> None:
        self._numbers = numbered()
        self._held = set[str]()
        self._made = set[str]()
        self.wrong = dict[str, str]()
        self.seen = set[str]()

    def begin(self) -> None:
        self._held.clear()
        self._made.clear()

    def see(self, statement: str) -> None:
        waits = (waited_for(statement) & self._numbers.keys()) - self._held - self._made
        if _HELD_BY_ORDER in statement and "orders" in self._held:
            waits.discard("leases")
        for table in waits:
            self.seen.add(table)
            for held in self._held:
                if self._numbers[held] > self._numbers[table]:
                    self.wrong.setdefault(f"{table} after {held}", statement)
        self._held |= waits
        self._made.update(_INSERTS.findall(statement))


def watched_by(order: LockOrder) -> type[AsyncCursor[Any]]:
    """Make a cursor that shows the order each of its statements."""

    class Watched(AsyncCursor[Any]):
        @override
        async def execute(self, query: Any, *words: Any, **options: Any) -> Any:
            order.see(str(query))
            return await super().execute(query, *words, **options)

    return Watched
