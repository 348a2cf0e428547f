"""Connections, transactions, and rows checked against their types as they are read."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from typing import Any, LiteralString, Self, cast

import msgspec
from psycopg import AsyncConnection, AsyncCursor
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

type Connection = AsyncConnection[TupleRow]
# A struct, a NewType or a plain type: what a row, or its only column, should be.
type Shape[T] = Callable[..., T]


class Database(ABC):
    """Hands out connections; tests use one that rolls everything back."""

    @abstractmethod
    def connection(self) -> AbstractAsyncContextManager[Connection]:
        """A connection in autocommit: each statement stands alone."""

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Connection]:
        """A connection in a transaction that commits at the end and rolls back on an exception."""


class PooledDatabase(Database):
    """Connections from a pool, one pool per process; `async with` opens and closes it."""

    def __init__(self, url: str, *, size: int) -> None:
        self.pool = AsyncConnectionPool(
            url,
            min_size=min(2, size),
            max_size=size,
            open=False,
            timeout=10,
            # Autocommit, so that a single read is one round trip; the session speaks UTC.
            kwargs={"autocommit": True, "options": "-c timezone=UTC", "prepare_threshold": 2},
        )

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        await self.pool.open(wait=True, timeout=20)

    async def close(self) -> None:
        await self.pool.close()

    async def drop_broken(self) -> None:
        """Replace the connections that a restart of the database has broken; or the next users would meet them."""
        await self.pool.check()

    def connection(self) -> AbstractAsyncContextManager[Connection]:
        return self.pool.connection()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        async with self.pool.connection() as conn, conn.transaction():
            yield conn


def run_with_database[T](url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    """Run a command of the operator's on a pool of connections that is open for as long as it takes."""

    async def run() -> T:
        async with PooledDatabase(url, size=2) as db:
            return await work(db)

    return asyncio.run(run())


async def in_batches(db: Database, step: Callable[..., Awaitable[int]], *, size: int) -> None:
    """Repeat a step, each time in a transaction of its own, until it has done less than a whole batch.

    So no transaction holds many locks for long, and a failure undoes one batch only.
    """
    done = size
    while done >= size:
        async with db.transaction() as conn:
            done = await step(conn, limit=size)


def _rows_of[T](of: Shape[T]) -> Callable[[AsyncCursor[Any]], Callable[[Sequence[Any]], T]]:
    """Turn rows into `of`, with its types checked; a single column may be a plain value.

    Columns have the names of the struct's fields, whatever those are called on the wire.
    """
    row_type = cast("type[T]", of)
    is_struct = isinstance(of, type) and issubclass(of, msgspec.Struct)
    wire_names = _wire_names_of(cast("type[msgspec.Struct]", of)) if is_struct else {}

    def factory(cursor: AsyncCursor[Any]) -> Callable[[Sequence[Any]], T]:
        if not is_struct:
            return lambda values: msgspec.convert(values[0], row_type)
        # `cursor.description` would make an object for every column of every answer.
        result = cursor.pgresult
        columns = [(result.fname(n) or b"").decode() for n in range(result.nfields)] if result else []
        names = [wire_names.get(column, column) for column in columns]
        return lambda values: msgspec.convert(dict(zip(names, values, strict=True)), row_type)

    return factory


@cache
def _wire_names_of(of: type[msgspec.Struct]) -> dict[str, str]:
    return dict(zip(of.__struct_fields__, of.__struct_encode_fields__, strict=True))


async def fetch_all[T](conn: Connection, of: Shape[T], query: LiteralString, **params: object) -> list[T]:
    async with conn.cursor(row_factory=_rows_of(of)) as cursor:
        await cursor.execute(query, params)
        return await cursor.fetchall()


async def fetch_optional[T](
    conn: Connection, of: Shape[T], query: LiteralString, **params: object
) -> T | None:
    async with conn.cursor(row_factory=_rows_of(of)) as cursor:
        await cursor.execute(query, params)
        return await cursor.fetchone()


async def fetch_one[T](conn: Connection, of: Shape[T], query: LiteralString, **params: object) -> T:
    """Fetch the row of a query that always has one, such as an INSERT … RETURNING."""
    row = await fetch_optional(conn, of, query, **params)
    if row is None:
        raise LookupError("the query returned no row")
    return row


async def execute(conn: Connection, query: LiteralString, **params: object) -> int:
    """Run a change and return the number of rows it touched."""
    cursor = await conn.execute(query, params)
    return cursor.rowcount


async def any_row(conn: Connection, query: LiteralString, **params: object) -> bool:
    """Run a query and tell whether it found, or changed, any row."""
    return await execute(conn, query, **params) > 0
