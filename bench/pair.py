"""Two shops of different size on one PostgreSQL, each with its own server, to see what growth costs."""

import sys
import tempfile
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from bench import cores
from bench.stage import KEY, ROOT, Server, free_port
from ieum.postgres import EmbeddedPostgres
from ieum.shop.members import tokens
from ieum.shop.members.types import Identity, MemberId, SessionId
from ieum.shop.migrate import migrate


class Shop(NamedTuple):
    """One of the two shops, with its server."""

    url: str
    server: Server


@contextmanager
def shops(fill: Mapping[str, Callable[[str], None]]) -> Generator[dict[str, Shop]]:
    """Start a shop for each entry and fill it with the given function. The database need not survive a crash."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="ieum-bench-")))
        with cores.pinned(cores.OTHERS):
            url = ending.enter_context(EmbeddedPostgres(folder, volatile=True)).url
        started: dict[str, Shop] = {}
        for name, fill_it in fill.items():
            own = _filled(url, name, fill_it)
            port = free_port()
            argv = [sys.executable, "-m", "ieum.cli", "serve"]
            server = Server(
                argv, port, environ(own, folder) | {"IEUM_PORT": str(port)}, folder / f"{name}.log"
            )
            ending.callback(server.stop)
            server.wait("/readyz")
            started[name] = Shop(own, server)
        yield started


def bearers(url: str) -> list[str]:
    """The Authorization header of each logged-in member in this database."""
    with psycopg.connect(url) as conn:
        sessions = conn.execute("SELECT member_id, id FROM login_sessions ORDER BY id").fetchall()
    now = datetime.now(UTC)
    return [
        "Bearer " + tokens.issue_access(Identity(MemberId(member), SessionId(session)), key=KEY, now=now)
        for member, session in sessions
    ]


def environ(url: str, folder: Path) -> dict[str, str]:
    return {
        "IEUM_DATA": str(folder),
        "IEUM_DATABASE_URL": url,
        "IEUM_SECRET_KEY": KEY,
        "IEUM_WORKERS": "1",
        "PYTHONPATH": str(ROOT),
    }


def _filled(url: str, name: str, fill_it: Callable[[str], None]) -> str:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    own = make_conninfo(url, dbname=name)
    migrate(own)
    fill_it(own)
    with psycopg.connect(own, autocommit=True) as conn:
        conn.execute("VACUUM ANALYZE")
    return own
