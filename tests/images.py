"""Data folders that take seconds to fill: filled once in a run, and copied for each test that wants one."""

import fcntl
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ieum.dev.postgres import EmbeddedPostgres
from ieum.shop.server.migrate import migrate

TEMPLATE = "ieum_template"

# A run's processes share this folder; `conftest.py` names it. Without it, nothing is kept.
folder: Path | None = None


def fill(data: Path, name: str, make: Callable[[Path], None]) -> None:
    """Have in this empty folder what `make` leaves in one, all its programs ended: by a copy, if there is one."""
    data.mkdir(parents=True, exist_ok=True)
    if folder is None:
        make(data)
        return
    # As its owner, whom PostgreSQL runs as where root tests.
    subprocess.run(["cp", "-a", f"{_kept(folder / name, make)}/.", data], check=True)


def fill_migrated(data: Path) -> None:
    """Have a database in this empty folder that is migrated, and a copy of it that nobody uses, `TEMPLATE`."""
    fill(data, "migrated", _migrate)


def fill_empty(data: Path) -> None:
    """Have a database in this empty folder as it is created, without the work of creating it."""
    fill(data, "empty", _create)


def create_database(url: str, name: str) -> None:
    """With nothing in it."""
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def copy_database(url: str, of: str, name: str) -> None:
    """Nobody may be connected to the one that is copied, this URL's among them."""
    # Files as they are: through the log and 32 MB of buffers it takes twice as long, five hundred times a gate.
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(statement.format(sql.Identifier(name), sql.Identifier(of)))


def _create(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True):
        pass
    shutil.rmtree(data / "logs")


def _migrate(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True) as server:
        migrate(server.url)
        usual = str(conninfo_to_dict(server.url)["dbname"])
        copy_database(make_conninfo(server.url, dbname="template1"), usual, TEMPLATE)
    shutil.rmtree(data / "logs")


def _kept(image: Path, make: Callable[[Path], None]) -> Path:
    """The first of a run's processes makes it for all; the others wait."""
    with image.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not image.exists():
            making = image.with_suffix(".making")
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir()
            make(making)
            making.rename(image)
    return image
