"""The statements of one purchase, noted as the shop sends them and sent again by nothing but psycopg."""

import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

import psycopg
from psycopg import AsyncCursor
from psycopg.rows import TupleRow

from ieum.shop.kernel.db import Connection, PooledDatabase

# Ids from here on are made by the purchase itself: the sequences are moved there before it is noted.
MADE_HERE = 1_000_000_000


@dataclass
class Statement:
    text: str
    params: Any
    # What it answered, as PostgreSQL's text.
    rows: list[list[bytes | None]]


@dataclass
class Part:
    """What is sent on one connection at a time, in a transaction or not."""

    is_transaction: bool
    statements: list[Statement] = field(default_factory=list[Statement])


class NotingCursor(AsyncCursor[TupleRow]):
    part: ClassVar[Part | None] = None

    async def execute(self, query: Any, params: Any = None, **options: Any) -> "NotingCursor":
        await super().execute(query, params, **options)
        if NotingCursor.part is not None:
            text = query if isinstance(query, str) else query.as_string(self)
            NotingCursor.part.statements.append(Statement(text, params, raw_rows(self)))
        return self


def raw_rows(cursor: Any) -> list[list[bytes | None]]:
    result = cursor.pgresult
    if result is None or not result.nfields:
        return []
    return [
        [result.get_value(row, column) for column in range(result.nfields)] for row in range(result.ntuples)
    ]


class NotingDatabase(PooledDatabase):
    """Notes everything that is sent, part by part."""

    def __init__(self, url: str) -> None:
        super().__init__(url, size=2)
        assert isinstance(self.pool.kwargs, dict)
        self.pool.kwargs["cursor_factory"] = NotingCursor
        self.parts: list[Part] = []

    @asynccontextmanager
    async def _noted(self, *, is_transaction: bool) -> AsyncGenerator[None]:
        NotingCursor.part = Part(is_transaction)
        self.parts.append(NotingCursor.part)
        try:
            yield
        finally:
            NotingCursor.part = None

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection]:
        async with super().connection() as conn, self._noted(is_transaction=False):
            yield conn

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        async with super().transaction() as conn, self._noted(is_transaction=True):
            yield conn


def replay(url: str, parts: Sequence[Part], said: Sequence[Mapping[Any, Any]]) -> tuple[float, float]:
    """Send the parts once for each of `said`; seconds by the clock and of this process.

    `said` tells what stands in for what was noted: member, session, texts. What the statements themselves
    make anew is followed from their answers; a loop that knew its ids would not have to, so the time that
    takes is left out.
    """
    warm_up = 5
    with psycopg.connect(url, autocommit=True, prepare_threshold=2, options="-c timezone=UTC") as conn:
        for one in said[:warm_up]:
            _send(conn, parts, dict(one))
        clock, used, following = time.perf_counter(), time.process_time(), 0.0
        for one in said[warm_up:]:
            following += _send(conn, parts, dict(one))
        return time.perf_counter() - clock - following, time.process_time() - used - following


def _send(conn: psycopg.Connection, parts: Sequence[Part], known: dict[Any, Any]) -> float:
    """The seconds that went into following what was made anew."""
    following = 0.0
    for part in parts:
        if part.is_transaction:
            with conn.transaction():
                following += _send_part(conn, part, known)
        else:
            following += _send_part(conn, part, known)
    return following


def _send_part(conn: psycopg.Connection, part: Part, known: dict[Any, Any]) -> float:
    following, clock = 0.0, time.thread_time
    texts = [(old, new) for old, new in known.items() if isinstance(old, str)]
    for statement in part.statements:
        begin = clock()
        params = _now(statement.params, known, texts)
        following += clock() - begin
        cursor = conn.execute(statement.text, params)  # pyright: ignore[reportArgumentType, reportCallIssue] - noted, not written
        begin = clock()
        for old_row, new_row in zip(statement.rows, raw_rows(cursor), strict=False):
            for old, new in zip(old_row, new_row, strict=True):
                if old is not None and new is not None and old.isdigit() and int(old) >= MADE_HERE:
                    known[int(old)] = int(new)
        following += clock() - begin
    return following


def _now(value: Any, known: Mapping[Any, Any], texts: Sequence[tuple[str, str]]) -> Any:
    """The value that this time stands where that one stood."""
    if isinstance(value, str):
        for old, new in texts:
            value = value.replace(old, new)
        return value
    if isinstance(value, dict):
        named = cast("dict[str, Any]", value)
        return {name: _now(one, known, texts) for name, one in named.items()}
    if isinstance(value, list | tuple):
        many = cast("Sequence[Any]", value)
        new = [_now(one, known, texts) for one in many]
        if isinstance(value, list):
            return new
        # Composite types are named tuples; what psycopg knows them by is their class.
        return type(many)(*new) if hasattr(many, "_fields") else tuple(new)
    if isinstance(value, int) and not isinstance(value, bool):
        return known.get(value, value)
    return value
