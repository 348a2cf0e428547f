"""A database as an older version of the shop has left it."""

import shutil
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from psycopg import AsyncConnection

from ieum.shop.kernel.db import Connection
from ieum.shop.server.migrate import MIGRATIONS, migrate
from tests.conftest import Cluster


@contextmanager
def older_database(cluster: Cluster, *, before: str) -> Generator[str]:
    """The URL of a new database with the migrations before this one, such as "0014"; the test runs the others."""
    name, url = cluster.empty()
    with TemporaryDirectory() as folder:
        for migration in MIGRATIONS.glob("[0-9]*"):
            if migration.name < before:
                shutil.copy(migration, folder)
        migrate(url, Path(folder))
    yield url
    cluster.drop(name)


@asynccontextmanager
async def migrated(cluster: Cluster, *, before: str, rows: str) -> AsyncGenerator[Connection]:
    """A connection to a new database that had these rows before this migration, and has all migrations now."""
    with older_database(cluster, before=before) as url:
        async with await AsyncConnection.connect(url, autocommit=True) as conn:
            await conn.execute(rows.encode())
        migrate(url)
        async with await AsyncConnection.connect(url, autocommit=True) as conn:
            yield conn
