"""Subject of the doctor: a shop's settings and its database, and the means to ask the rest of the world."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
from dns.asyncresolver import Resolver
from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from ieum.operations.postgres.cluster import running_url
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.settings import Settings, SettingsError, database_setting, load

# For one answer of anything that is asked, in seconds, and for a whole check.
PATIENCE, LONGEST = 4.0, 5.0
# For one host of a database, in whole seconds: where the first has no power, there is time for the second.
CONNECT_SECONDS = 2
# A checking machine is at fault itself where it floods the database.
_CONNECTIONS = 3


class SettingsUnknownError(Exception):
    """Raised for something in settings that cannot be read, which a check of its own reports."""


class DatabaseUnknownError(Exception):
    """The database cannot be reached, which a check of its own reports."""


class ReadingDatabase(Database):
    """Connections that change nothing, whose statements end before the doctor's patience does."""

    def __init__(self, url: str) -> None:
        self._pool = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=_CONNECTIONS,
            open=False,
            kwargs={
                "autocommit": True,
                "connect_timeout": CONNECT_SECONDS,
                "options": f"-c timezone=UTC -c statement_timeout={int(PATIENCE * 1000)}",
            },
            configure=_read_only,
        )

    async def open(self) -> None:
        await self._pool.open(wait=True, timeout=PATIENCE)

    async def close(self) -> None:
        await self._pool.close(timeout=1)

    def connection(self) -> AbstractAsyncContextManager[Connection]:
        return self._pool.connection()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        async with self.connection() as conn, conn.transaction():
            yield conn


async def _read_only(conn: AsyncConnection[TupleRow]) -> None:
    # Not among the options of the connection: libpq would take a server for a standby because of it.
    await conn.execute("SET default_transaction_read_only = on")


class Subject:
    """A shop as its environment describes it. `async with` lets its database go at the end.

    `settings` is None where they cannot be read, and `settings_error` says why. What the checks ask is given by tests:
    a resolver, what is trusted of certificates, a transport to the providers.
    """

    def __init__(
        self,
        environ: Mapping[str, str],
        *,
        file: Path | None = None,
        file_error: str = "",
        ntp: tuple[str, int] | None = None,
        resolver: Resolver | None = None,
        trust: ssl.SSLContext | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        database: Database | None = None,
    ) -> None:
        self.environ = environ
        self.file = file
        self.ntp = ntp
        self._trust = trust
        # None: each mail server is trusted as the shop does, which depends on its address.
        self.mail_trust = trust
        self.transport = transport
        # An address that cannot be read is given to nobody, who would say parts of its password.
        self.database_url, self.database_error = "", ""
        try:
            self.database_url = (
                database_setting(environ, "IEUM_DATABASE_URL") or running_url(_data(environ)) or ""
            )
        except SettingsError as error:
            self.database_error = str(error)
        self.settings_error = file_error
        self.known_settings: Settings | None = None
        if not file_error:
            try:
                # A database that is missing is told by its own check, and keeps no other from being made.
                self.known_settings = load(environ, database_url=self.database_url or "postgresql://")
            except SettingsError as error:
                self.settings_error = str(error)
        self._resolver = resolver
        self._given = database
        self._opening: asyncio.Task[ReadingDatabase] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._opening is not None and self._opening.done() and not self._opening.exception():
            await self._opening.result().close()

    @property
    def settings(self) -> Settings:
        """Return the settings. Raises SettingsUnknownError."""
        if self.known_settings is None:
            raise SettingsUnknownError
        return self.known_settings

    @property
    def production(self) -> bool:
        return self.environ.get("IEUM_ENV") == "production"

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    @property
    def trust(self) -> ssl.SSLContext:
        """Trust certificates of the shop as a visitor's browser does: those of the host's authorities."""
        if self._trust is None:
            self._trust = ssl.create_default_context()
        return self._trust

    @property
    def resolver(self) -> Resolver:
        """The host's own, or the one that was given. Raises dns.exception.DNSException where a host has none."""
        if self._resolver is None:
            self._resolver = Resolver()
            self._resolver.lifetime = PATIENCE
        return self._resolver

    async def database(self) -> Database:
        """Return the database. Raises DatabaseUnknownError. The first who asks opens it for all."""
        if self._given is not None:
            return self._given
        if not self.database_url:
            raise DatabaseUnknownError
        if self._opening is None:
            self._opening = asyncio.create_task(_open(self.database_url))
        return await asyncio.shield(self._opening)

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection]:
        """Lend a connection. Raises DatabaseUnknownError."""
        database = await self.database()
        async with database.connection() as conn:
            yield conn


async def _open(url: str) -> ReadingDatabase:
    database = ReadingDatabase(url)
    try:
        # A pool does not say why it has no connection, but the check of the database has asked by itself.
        await database.open()
    except Exception as error:
        await database.close()
        raise DatabaseUnknownError from error
    return database


def _data(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("IEUM_DATA") or "var").resolve()
