"""An empty database: on the shop's server if its role may make one, else in a cluster of this machine's programs."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.errors import InsufficientPrivilege

from ieum.operations.postgres.cluster import PostgresError
from ieum.operations.postgres.programs import EMBEDDED_MAJOR, find_programs
from ieum.operations.postgres.scratch import scratch_cluster

_PREFIX = "ieum_upgrade_"


@contextmanager
def database(url: str) -> Generator[tuple[str, str]]:
    """Yield the URL of an empty database, which is gone after the block, and where it is."""
    name = f"{_PREFIX}{os.getpid()}"
    _drop_left_over(url)
    try:
        _run(url, sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    except InsufficientPrivilege:
        with scratch_cluster(_programs(url)) as scratch_url:
            yield scratch_url, "이 컴퓨터의 빈 데이터베이스"
        return
    try:
        yield make_conninfo(url, dbname=name), "같은 서버의 빈 데이터베이스"
    finally:
        _run(url, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _programs(url: str) -> Path:
    """Return the programs of the shop's version of PostgreSQL, else the embedded ones. Raises PostgresError."""
    with psycopg.connect(url) as conn:
        major = conn.info.server_version // 10_000
        role = conn.info.user
    if folder := find_programs(major) or find_programs(EMBEDDED_MAJOR):
        return folder
    raise PostgresError(
        f"마이그레이션을 시험할 빈 데이터베이스를 만들 수 없습니다: apt install postgresql-{major}, "
        f"또는 데이터베이스에서 ALTER ROLE {role} CREATEDB"
    )


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
