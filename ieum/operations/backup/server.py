"""Recovers restored files by a PostgreSQL that nobody but this process can reach."""

import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from ieum.common import launch
from ieum.common.progress import Progress
from ieum.operations.backup.labels import in_seoul
from ieum.operations.backup.place import BackupError
from ieum.operations.postgres.private_server import PrivateServer

# What belongs to a restore and not to the database; while this folder is there, the restore is not done.
WORK = "ieum-restore"
_SETTINGS = {
    # Whatever it does, nothing of it reaches the place of the real one.
    "archive_mode": "off",
    "archive_command": "",
    "archive_library": "",
    "archive_cleanup_command": "",
    "recovery_end_command": "",
    "primary_conninfo": "",
    "synchronous_standby_names": "",
    "max_wal_senders": "0",
    # Without readers meanwhile, recovery asks for none of the limits of the server that was copied.
    "hot_standby": "off",
    # The copied files are brought to the disk by one call for all instead of one for each.
    "recovery_init_sync_method": "syncfs",
    "shared_preload_libraries": "",
    "session_preload_libraries": "",
    "local_preload_libraries": "",
    "dynamic_library_path": "$libdir",
    "external_pid_file": "",
    "shared_buffers": "256MB",
    "max_wal_size": "4GB",
    "ssl": "off",
    "log_min_messages": "log",
    "log_checkpoints": "off",
}
_SEGMENT = b'restored log file "'
_TIME = r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)\+00"


class LogEndsError(BackupError):
    """The log ended before the moment that was asked for."""


class RecoveringServer(PrivateServer):
    """The server of a restored folder, while the block runs."""

    def __init__(
        self, folder: Path, bin_dir: Path, *, user: launch.RunAs | None, settings: Mapping[str, str]
    ) -> None:
        super().__init__(folder, bin_dir, user=user, work=folder / WORK, settings={**_SETTINGS, **settings})

    def wait_until_recovered(self, *, database: str, role: str, progress: Progress, segments: int) -> None:
        """Wait for the end of the recovery. Raises BackupError if it gives up; LogEndsError for want of log."""
        seen = 0
        with progress.step("replaying WAL", total=segments) as advance:
            while True:
                replayed = self._log.read_bytes().count(_SEGMENT)
                advance(replayed - seen)
                seen = replayed
                if self.has_ended:
                    raise self._failure()
                if self.is_open(database=database, role=role):
                    return
                time.sleep(0.1)

    def last_transaction(self) -> datetime | None:
        """Return when the last replayed transaction had been committed; None if there was none to replay."""
        found = re.findall(rf"last completed transaction was at log time {_TIME}", self._log.read_text())
        return datetime.fromisoformat(found[-1]).replace(tzinfo=UTC) if found else None

    def _failure(self) -> BackupError:
        if "recovery ended before configured recovery target was reached" in self._log.read_text(
            errors="replace"
        ):
            last = self.last_transaction()
            until = f"{in_seoul(last)} (Seoul)" if last else "the end of the base backup"
            return LogEndsError(f"what can be restored ends at {until}")
        return BackupError(f"the restored server did not start: {self.last_words()}")
