"""`ieum migrate`: brings a database to the newest version of its schema."""

from pathlib import Path
from urllib.parse import quote, urlencode

from psycopg.conninfo import conninfo_to_dict, make_conninfo
from yoyo import (  # pyright: ignore[reportMissingTypeStubs] - it ships no types
    get_backend,  # pyright: ignore[reportUnknownVariableType]
    read_migrations,  # pyright: ignore[reportUnknownVariableType]
)

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def migrate(database_url: str, migrations: Path = MIGRATIONS, *, lock_timeout: str | None = None) -> int:
    """Apply the missing migrations, one process at a time, and return how many there were.

    With a `lock_timeout` a migration that waits longer than that for a lock is undone and raises LockNotAvailable.
    """
    if lock_timeout:
        given = conninfo_to_dict(database_url).get("options") or ""
        database_url = make_conninfo(database_url, options=f"{given} -c lock_timeout={lock_timeout}".strip())
    backend = get_backend(_yoyo_uri(database_url))
    try:
        with backend.lock():
            missing = backend.to_apply(read_migrations(str(migrations)))
            backend.apply_migrations(missing)
            return len(missing)
    finally:
        backend.connection.close()


def newest() -> str:
    """Return the name of the last migration, which `/readyz` looks for."""
    return max(path.stem for path in MIGRATIONS.glob("[0-9]*"))


def _yoyo_uri(database_url: str) -> str:
    """Return the URL of the same database as yoyo reads it: with the driver's name, and all parameters in the query."""
    parameters = {
        name: str(value) for name, value in conninfo_to_dict(database_url).items() if value is not None
    }
    name = parameters.pop("dbname", "")
    return f"postgresql+psycopg:///{quote(name, safe='')}?{urlencode(parameters, quote_via=quote)}"
