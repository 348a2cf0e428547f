"""The log of two boxes is brought to another place while they fail, and a second after that is restored from there."""

import sys
from datetime import datetime
from pathlib import Path

import psycopg

from ieum.common.progress import QUIET
from ieum.operations.backup import labels, recovery
from ieum.operations.backup.place import Place
from ieum.operations.backup.proofs import Proofs
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from tests.chaos.boxes import PASSWORD, SLOW
from tests.chaos.world import World
from tests.waiting import wait_until

# What members have paid for, and what they have.
BOOKS = """
    SELECT 'payment ' || id || state || payment_key FROM payments WHERE state = 'approved'
    UNION ALL SELECT 'order ' || id || state FROM orders WHERE state = 'paid'
    UNION ALL SELECT 'lease ' || id || address_id FROM leases WHERE state = 'active'
    ORDER BY 1
"""


class Copies:
    """A third machine that archives, as the handbook has it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._place = world.outside.folder / "place"
        cluster = world.cluster
        self._environ = {
            "IEUM_ENV_FILE": "/dev/null",
            "IEUM_DATABASE_URL": cluster.url,
            "IEUM_BACKUP_DATABASE_URL": cluster.url_of("ieum_backup", cluster.has_tls),
            "IEUM_BACKUP_PLACE": str(self._place),
            "IEUM_DATA": str(world.outside.folder / "copies"),
        }

    def begin(self) -> None:
        self._place.mkdir()
        admin = self._world.cluster.url_of("postgres", self._world.cluster.has_tls)
        with self._world.outside.namespace.inside(), psycopg.connect(admin, autocommit=True) as conn:
            conn.execute(f"CREATE ROLE ieum_backup LOGIN REPLICATION PASSWORD '{PASSWORD}'")
        self._world.outside.start("archiver", self._command("wal"), environ=self._environ)
        self._world.outside.namespace.run(
            "env",
            *(f"{name}={value}" for name, value in self._environ.items()),
            *self._command("base"),
            timeout=SLOW,
        )

    @staticmethod
    def _command(what: str) -> list[str]:
        return [sys.executable, "-m", "ieum.cli", "backup", what]

    def restore_to_now(self, folder: Path) -> tuple[list[str], list[str], int]:
        """The books as they are, as they come back, and the timeline on which they do."""
        with self._world.outside.namespace.inside(), psycopg.connect(self._world.cluster.url) as conn:
            now = [row[0] for row in conn.execute(BOOKS).fetchall()]
            at = conn.execute("SELECT clock_timestamp()").fetchall()[0][0]
            conn.execute("UPDATE site_config SET visit_months = visit_months")
            conn.commit()
            lsn = conn.execute("SELECT pg_current_wal_flush_lsn()::text").fetchall()[0][0]
            self._wait_until_received(conn, lsn)
        self._world.outside.stop("archiver")
        return now, *self._restore(at, folder)

    def _wait_until_received(self, conn: psycopg.Connection[tuple[object, ...]], lsn: str) -> None:
        wait_until(
            lambda: (
                conn.execute(
                    "SELECT FROM pg_replication_slots WHERE slot_name = 'ieum_backup' AND active"
                    " AND restart_lsn >= %s::pg_lsn",
                    (lsn,),
                ).fetchone()
                is not None
            ),
            f"the log does not arrive: {self._world.outside.log('archiver')[-2000:]}",
            seconds=SLOW,
        )

    def _restore(self, at: datetime, folder: Path) -> tuple[list[str], int]:
        place = Place(str(self._place), proofs=Proofs((SANDBOX_SEALING_KEY,)))
        own = place.below(labels.find_system(place, None))
        label = labels.choose(labels.read_all(own), at)
        with (
            recovery.recovered(own, label, folder, until=at, progress=QUIET, is_scratch=True) as restored,
            psycopg.connect(restored.url) as conn,
        ):
            books = [row[0] for row in conn.execute(BOOKS).fetchall()]
            timeline = conn.execute("SELECT timeline_id FROM pg_control_checkpoint()").fetchall()[0][0]
        return books, timeline
