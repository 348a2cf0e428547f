"""An empty database beside the shop's, of the same server where its role may make one, else of the embedded one."""

import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.errors import InsufficientPrivilege

from ieum.postgres import EmbeddedPostgres

_PREFIX = "ieum_upgrade_"


@contextmanager
def database(url: str) -> Generator[tuple[str, str]]:
    """Yield the URL of an empty database, which is gone after the block, and where it is."""
    name = f"{_PREFIX}{os.getpid()}"
    _drop_left_over(url)
    try:
        _run(url, sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    except InsufficientPrivilege:
        with (
            tempfile.TemporaryDirectory(prefix="ieum-upgrade-") as folder,
            EmbeddedPostgres(Path(folder), volatile=True) as server,
        ):
            yield server.url, "이 컴퓨터의 내장 데이터베이스"
        return
    try:
        yield make_conninfo(url, dbname=name), "같은 서버의 빈 데이터베이스"
    finally:
        _run(url, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _drop_left_over(url: str) -> None:
    """A trial that was killed has left its database, which every backup would copy from then on."""
    with psycopg.connect(url, autocommit=True) as conn:
        left = conn.execute(
            """
            SELECT datname FROM pg_database d
             WHERE datname ~ %s AND pg_has_role(datdba, 'USAGE')
               AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datid = d.oid)
            """,
            [f"^{_PREFIX}[0-9]+$"],
        ).fetchall()
        for (name,) in left:
            # One of this moment, to which its process has not connected yet.
            if Path("/proc", name.removeprefix(_PREFIX)).exists():
                continue
            conn.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


def _run(url: str, statement: sql.Composed) -> None:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(statement)
