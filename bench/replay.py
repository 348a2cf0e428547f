"""Record the SQL statements of one purchase, and replay them with psycopg alone."""

import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

import psycopg
from psycopg import AsyncCursor
from psycopg.rows import TupleRow

from ieum.shop.kernel.db import Connection, PooledDatabase

# The sequences are set to this before the recording, so that larger ids are known to be new in the purchase.
FIRST_NEW_ID = 1_000_000_000


@dataclass
class Statement:
    text: str
    params: Any
    # The rows it returned, as PostgreSQL's text.
    rows: list[list[bytes | None]]


@dataclass
class Part:
    """The statements of one use of a connection, in a transaction or not."""

    is_transaction: bool
    statements: list[Statement] = field(default_factory=list[Statement])


class RecordingCursor(AsyncCursor[TupleRow]):
    part: ClassVar[Part | None] = None

    async def execute(self, query: Any, params: Any = None, **options: Any) -> "RecordingCursor":
        await super().execute(query, params, **options)
        if RecordingCursor.part is not None:
            text = query if isinstance(query, str) else query.as_string(self)
            RecordingCursor.part.statements.append(Statement(text, params, raw_rows(self)))
        return self


def raw_rows(cursor: Any) -> list[list[bytes | None]]:
    result = cursor.pgresult
    if result is None or not result.nfields:
        return []
    return [
        [result.get_value(row, column) for column in range(result.nfields)] for row in range(result.ntuples)
    ]


class RecordingDatabase(PooledDatabase):
    """Records every statement, with a new part for each use of a connection."""

    def __init__(self, url: str) -> None:
        super().__init__(url, size=2)
        assert isinstance(self.pool.kwargs, dict)
        self.pool.kwargs["cursor_factory"] = RecordingCursor
        self.parts: list[Part] = []

    @asynccontextmanager
    async def _recorded(self, *, is_transaction: bool) -> AsyncGenerator[None]:
        RecordingCursor.part = Part(is_transaction)
        self.parts.append(RecordingCursor.part)
        try:
            yield
        finally:
            RecordingCursor.part = None

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection]:
        async with super().connection() as conn, self._recorded(is_transaction=False):
            yield conn

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        async with super().transaction() as conn, self._recorded(is_transaction=True):
            yield conn


def replay(url: str, parts: Sequence[Part], replacements: Sequence[Mapping[Any, Any]]) -> tuple[float, float]:
    """Send the parts once for each mapping; returns seconds by the clock and of this process's CPU time.

    A mapping says what replaces the recorded values: member, session, texts. New ids are read from the answers
    and replaced too; a hand-written loop would know its ids, so the time for that is subtracted.
    """
    warm_up = 5
    with psycopg.connect(url, autocommit=True, prepare_threshold=2, options="-c timezone=UTC") as conn:
        for one in replacements[:warm_up]:
            _send(conn, parts, dict(one))
        clock, used, replacing = time.perf_counter(), time.process_time(), 0.0
        for one in replacements[warm_up:]:
            replacing += _send(conn, parts, dict(one))
        return time.perf_counter() - clock - replacing, time.process_time() - used - replacing


def _send(conn: psycopg.Connection, parts: Sequence[Part], known: dict[Any, Any]) -> float:
    """Send one purchase; returns the seconds that went into replacing values."""
    replacing = 0.0
    for part in parts:
        if part.is_transaction:
            with conn.transaction():
                replacing += _send_part(conn, part, known)
        else:
            replacing += _send_part(conn, part, known)
    return replacing


def _send_part(conn: psycopg.Connection, part: Part, known: dict[Any, Any]) -> float:
    replacing, clock = 0.0, time.thread_time
    texts = [(old, new) for old, new in known.items() if isinstance(old, str)]
    for statement in part.statements:
        begin = clock()
        params = _replace(statement.params, known, texts)
        replacing += clock() - begin
        cursor = conn.execute(statement.text, params)  # pyright: ignore[reportArgumentType, reportCallIssue] - recorded SQL
        begin = clock()
        for old_row, new_row in zip(statement.rows, raw_rows(cursor), strict=False):
            for old, new in zip(old_row, new_row, strict=True):
                if old is not None and new is not None and old.isdigit() and int(old) >= FIRST_NEW_ID:
                    known[int(old)] = int(new)
        replacing += clock() - begin
    return replacing


def _replace(value: Any, known: Mapping[Any, Any], texts: Sequence[tuple[str, str]]) -> Any:
    """The value of this purchase for a recorded one, also inside lists, tuples and dicts."""
    if isinstance(value, str):
        for old, new in texts:
            value = value.replace(old, new)
        return value
    if isinstance(value, dict):
        named = cast("dict[str, Any]", value)
        return {name: _replace(one, known, texts) for name, one in named.items()}
    if isinstance(value, list | tuple):
        many = cast("Sequence[Any]", value)
        new = [_replace(one, known, texts) for one in many]
        if isinstance(value, list):
            return new
        # Composite types are named tuples, which psycopg recognises by their class.
        return type(many)(*new) if hasattr(many, "_fields") else tuple(new)
    if isinstance(value, int) and not isinstance(value, bool):
        return known.get(value, value)
    return value
