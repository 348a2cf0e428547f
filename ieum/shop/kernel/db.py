"""Connections, transactions, and rows checked against their types as they are read."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from typing import Any, LiteralString, Self, cast, override

import msgspec
from psycopg import AsyncConnection, AsyncCursor, OperationalError
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from ieum.common import trace
from ieum.shop.kernel.primary import Primary
from ieum.shop.kernel.silence import CHANGE_PATIENCE, READ_PATIENCE, SilenceWatch, WatchedConnection

# After so many milliseconds the database ends a request's statement: nobody waits for its answer any more, and a list
# whose question costs too much must not take the database from everybody, however often it is asked.
LONGEST_STATEMENT = 60_000
# How long a request waits for a connection while the database cannot be reached, in seconds: for one new attempt.
PATIENCE_WHILE_AWAY = 0.3

# What a command says that got no connection.
UNREACHABLE = (
    "the database does not answer: is it running, and is IEUM_DATABASE_URL right? `ieum doctor` says more"
)

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

    def snapshot(self) -> AbstractAsyncContextManager[Connection]:
        """A connection whose statements all see the shop as it was at the first of them, and that changes nothing.

        For a file of several tables, or one that is read by several statements. Other databases than the pool's, as
        tests have them, see what their one transaction sees.
        """
        return self.transaction()


class DatabaseAway(OperationalError):
    """Raised instead of waiting for a connection while the database cannot be reached."""


class _Reachability:
    """Ends the waiting for connections as soon as it is known that the database cannot be reached.

    A pool alone lets every request wait its full time, however often connecting fails meanwhile.
    """

    def __init__(self) -> None:
        self._is_away = False
        self._waiting: set[asyncio.Timeout] = set()

    @asynccontextmanager
    async def bounded(self) -> AsyncGenerator[None]:
        """Bound the block. Raises DatabaseAway if it still waits a moment after a failed attempt to connect."""
        limit = asyncio.timeout(PATIENCE_WHILE_AWAY if self._is_away else None)
        self._waiting.add(limit)
        try:
            async with limit:
                yield
        except TimeoutError as error:
            raise DatabaseAway("the database cannot be reached") from error
        finally:
            self._waiting.discard(limit)

    def note(self, *, is_away: bool) -> None:
        if is_away == self._is_away:
            return
        self._is_away = is_away
        until = asyncio.get_running_loop().time() + PATIENCE_WHILE_AWAY if is_away else None
        for limit in self._waiting:
            limit.reschedule(until)


class _ObservedPool(AsyncConnectionPool[WatchedConnection]):
    """A pool on the primary that reports whether connecting succeeds, and has its connections watched."""

    def __init__(
        self,
        primary: Primary,
        *,
        reachability: _Reachability,
        watch: SilenceWatch | None,
        size: int,
        longest_statement: int | None,
    ) -> None:
        super().__init__(
            lambda: primary.url,
            connection_class=WatchedConnection,
            min_size=min(2, size),
            max_size=size,
            open=False,
            timeout=10,
            # Then the next request tries at once. Longer, the pool would pause for up to minutes between two attempts,
            # and the shop would be away long after the database is back.
            reconnect_timeout=1,
            # Autocommit, so that a single read is one round trip; the session speaks UTC.
            kwargs={
                "autocommit": True,
                "options": "-c timezone=UTC"
                + (f" -c statement_timeout={longest_statement}" if longest_statement else ""),
                "prepare_threshold": 2,
            },
        )
        self.primary = primary
        self.reachability = reachability
        self.watch = watch
        self._connecting: set[asyncio.Timeout] = set()

    @override
    async def _connect(self, timeout: float | None = None) -> WatchedConnection:
        try:
            conn = await self._connect_where_it_is(timeout)
        except Exception:
            self.reachability.note(is_away=True)
            raise
        self.reachability.note(is_away=False)
        conn.watch = self.watch
        await self.primary.follow(conn)
        return conn

    async def _connect_where_it_is(self, longest: float | None) -> WatchedConnection:
        """As soon as another host is the primary, connect to that one, instead of waiting for one without power.

        At once: after an error, the pool would pause for a second.
        """
        while True:
            until_moved = asyncio.timeout(None)
            self._connecting.add(until_moved)
            try:
                async with until_moved:
                    return await super()._connect(longest)
            except TimeoutError:
                if not until_moved.expired():
                    raise
            finally:
                self._connecting.discard(until_moved)

    async def move(self) -> None:
        """Connect to the new primary at once."""
        now = asyncio.get_running_loop().time()
        for limit in self._connecting:
            limit.reschedule(now)
        self.reachability.note(is_away=False)
        await self.drain()


class PooledDatabase(Database):
    """Connections from a pool, one pool per process; `async with` opens and closes it.

    For requests, statements end with an OperationalError where the database goes silent, or they take too long; jobs
    and commands wait.
    """

    def __init__(self, database: str | Primary, *, size: int, for_requests: bool = False) -> None:
        """`database`: its URL, or what several pools of a process know of its primary together."""
        self.primary = database if isinstance(database, Primary) else Primary(database)
        self.reachability = _Reachability()
        watch = (
            SilenceWatch(self.primary.url, lambda is_silent: self.reachability.note(is_away=is_silent))
            if for_requests
            else None
        )
        self.pool = _ObservedPool(
            self.primary,
            reachability=self.reachability,
            watch=watch,
            size=size,
            longest_statement=LONGEST_STATEMENT if for_requests else None,
        )

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        await self.primary.__aenter__()
        self.primary.on_move(self.pool.move)
        await self.pool.open(wait=True, timeout=20)

    async def close(self) -> None:
        await self.pool.close()
        self.primary.forget(self.pool.move)
        await self.primary.__aexit__()

    async def drop_broken(self) -> None:
        """Replace the connections that a restart of the database has broken, or the next users would meet them."""
        await self.pool.check()

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection]:
        """Lend a connection. Raises PoolTimeout after ten seconds, and DatabaseAway at once."""
        async with self.reachability.bounded():
            conn = await self.pool.getconn()
        conn.patience = READ_PATIENCE
        try:
            async with conn:
                yield conn
        except ReadOnlySqlTransaction:
            if _is_read_only(conn):
                # Connected while this was the primary: the next user would meet the same.
                await conn.close()
            raise
        finally:
            await self.pool.putconn(conn)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        async with self.connection() as conn, conn.transaction():
            # Only now: a transaction that did not even begin has certainly changed nothing.
            cast("WatchedConnection", conn).patience = CHANGE_PATIENCE
            if own := trace.current():
                # The rows, jobs and gateways' changes of this transaction get it from here by `current_trace()`.
                await conn.execute("SELECT set_config('ieum.trace', %s, true)", (own,))
            yield conn

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[Connection]:
        async with self.connection() as conn, conn.transaction():
            await conn.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield conn


def _is_read_only(conn: Connection) -> bool:
    """Tell whether the server itself is read-only, not only the transaction, by the parameter that it reports."""
    status = conn.pgconn.parameter_status
    return b"on" in {status(b"in_hot_standby"), status(b"default_transaction_read_only")}


def run_with_database[T](url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    """Run a command of the operator's on a pool of connections that is open for as long as it takes."""

    async def run() -> T:
        async with PooledDatabase(url, size=2) as db:
            return await work(db)

    try:
        return asyncio.run(run())
    except PoolTimeout as error:
        raise OperationalError(UNREACHABLE) from error


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


async def stream[T](
    conn: Connection, of: Callable[..., T], query: LiteralString, *, size: int, **params: object
) -> AsyncGenerator[list[T]]:
    """Fetch any number of rows, so many at a time, by a cursor of the database; the caller is in a transaction.

    The columns are the arguments of `of`, in their order. They are not checked: for a million rows, that would take
    a third of the time.
    """
    async with conn.cursor(name="stream", binary=True) as cursor:
        await cursor.execute(query, params)
        is_more = True
        while is_more:
            rows = await cursor.fetchmany(size)
            is_more = len(rows) == size
            yield [of(*row) for row in rows]


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
