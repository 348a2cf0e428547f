"""The server that is copied: which programs belong to it, and how they reach it without a password in their words."""

import os
from pathlib import Path

import msgspec
from psycopg import AsyncConnection, OperationalError, pq

from ieum.operations.backup.place import BackupError
from ieum.operations.postgres import programs
from ieum.shop.kernel.db import Connection, fetch_one


class Source(msgspec.Struct, frozen=True):
    """Server's data of itself. `system` is the number that every copy of it shares, and no other server has."""

    system: str
    version: int
    database: str
    role: str
    size: int
    tablespaces: int
    slot_limit: str
    is_standby: bool

    @property
    def major(self) -> int:
        return self.version // 10_000


async def connect(url: str) -> Connection:
    """A connection in autocommit that notices a network that swallows everything. Raises OperationalError."""
    try:
        return await AsyncConnection.connect(
            url, autocommit=True, connect_timeout=5, options="-c timezone=UTC", tcp_user_timeout=10_000
        )
    except OperationalError as error:
        # psycopg's own words name an address and a port, which are not everybody's name for the database.
        raise OperationalError(f"the database cannot be reached: {error}") from error


async def read_source(conn: Connection) -> Source:
    return await fetch_one(
        conn,
        Source,
        """
        SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
               current_setting('server_version_num')::int AS version, current_database()::text AS database,
               current_user::text AS role,
               (SELECT sum(pg_database_size(oid))::bigint FROM pg_database
                 WHERE has_database_privilege(oid, 'CONNECT')) AS size,
               (SELECT count(*) FROM pg_tablespace) - 2 AS tablespaces,
               current_setting('max_slot_wal_keep_size') AS slot_limit,
               pg_is_in_recovery() AS is_standby
        """,
    )


def find_programs(major: int) -> Path:
    """Return the folder of PostgreSQL's programs of this version. Raises BackupError if there is none."""
    if folder := programs.find_programs(major):
        return folder
    raise BackupError(f"the programs of PostgreSQL {major} are missing: apt install postgresql-{major}")


def environment(url: str) -> dict[str, str]:
    """The environment of a program that is to reach this server: words are visible to every user of the machine."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "IEUM_"))}
    for option in pq.Conninfo.parse(url.encode()):
        if option.val and option.envvar:
            own[option.envvar.decode()] = option.val.decode()
    return own | {"PGCONNECT_TIMEOUT": "10", "LC_ALL": "C.UTF-8"}
