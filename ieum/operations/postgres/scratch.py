"""A cluster that is made for a moment and thrown away."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from ieum.operations.postgres.cluster import ROLE, database_user, initialise
from ieum.operations.postgres.private_server import PrivateServer

_DATABASE = "postgres"
_FLEETING = {
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}


@contextmanager
def scratch_cluster(bin_dir: Path) -> Generator[str]:
    """Yield the URL of an empty database in a new cluster, which is gone after the block. Raises PostgresError."""
    with tempfile.TemporaryDirectory(prefix="ieum-scratch-") as made:
        folder, work = Path(made, "postgres"), Path(made, "work")
        work.mkdir()
        user = database_user(folder)
        initialise(folder, bin_dir, user, locale=("--locale=C",), volatile=True)
        with PrivateServer(folder, bin_dir, user=user, work=work, settings=_FLEETING) as server:
            server.wait_until_open(database=_DATABASE, role=ROLE)
            yield server.url(database=_DATABASE, role=ROLE)
