"""A PostgreSQL on restored files that nobody but this process can reach: it recovers them, and is asked about them."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self
from urllib.parse import quote

import psycopg

from ieum import launch
from ieum.operations.backup.labels import in_seoul
from ieum.operations.backup.place import BackupError
from ieum.operations.postgres.cluster import make_private, socket_dir
from ieum.progress import Progress

# What belongs to a restore and not to the database; while this folder is there, the restore is not done.
WORK = "ieum-restore"
# Nobody but this user gets as far as the socket.
_HBA = "local all all trust\n"
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    # Whatever it does, nothing of it reaches the place of the real one.
    "archive_mode": "off",
    "archive_command": "",
    "archive_library": "",
    "archive_cleanup_command": "",
    "recovery_end_command": "",
    "primary_conninfo": "",
    "synchronous_standby_names": "",
    "max_wal_senders": "0",
    "max_connections": "20",
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
    "logging_collector": "off",
    "log_destination": "stderr",
    "log_min_messages": "log",
    "log_checkpoints": "off",
    "lc_messages": "C",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] ",
    "jit": "off",
}
_SEGMENT = b'restored log file "'
_TIME = r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)\+00"


class LogEndsError(BackupError):
    """The log ended before the moment that was asked for."""


class PrivateServer:
    """The server of one folder, while the block runs."""

    def __init__(
        self, folder: Path, bin_dir: Path, *, user: launch.RunAs | None, settings: Mapping[str, str]
    ) -> None:
        self._folder, self._bin, self._user = folder, bin_dir, user
        self._settings = settings
        self._work = folder / WORK
        self._log = self._work / "server.log"
        self._sockets = socket_dir(folder)
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        if self._sockets != self._folder:
            make_private(self._sockets, self._user)
        # A server that keeps its socket among its files is copied with the lock of it, and may still be running.
        (self._sockets / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
        for name, text in (("pg_hba.conf", _HBA), ("pg_ident.conf", ""), ("postgresql.conf", "")):
            # None of them is there: a link in its place leads nowhere.
            with (self._work / name).open("x") as file:
                # Read by the server's user, whatever root's umask is.
                os.fchmod(file.fileno(), 0o644)
                file.write(text)
        settings = {
            "config_file": str(self._work / "postgresql.conf"),
            "hba_file": str(self._work / "pg_hba.conf"),
            "ident_file": str(self._work / "pg_ident.conf"),
            "unix_socket_directories": f'"{self._sockets}"',
            **_SETTINGS,
            **self._settings,
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        argv = [str(self._bin / "postgres"), "-D", str(self._folder), *words]
        with self._log.open("xb") as log:
            self._server = subprocess.Popen(  # noqa: S603 - a program of PostgreSQL's
                launch.command(
                    argv,
                    on_parent_death=signal.SIGINT,
                    run_as=reaching_programs(self._user, self._bin, self._folder),
                ),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                start_new_session=True,
            )
        return self

    def __exit__(self, *_: object) -> None:
        """Shut it down; everything committed is on disk."""
        if self._server is not None:
            for request, patience in ((signal.SIGINT, 300), (signal.SIGKILL, None)):
                self._server.send_signal(request)
                with suppress(subprocess.TimeoutExpired):
                    self._server.wait(patience)
                    break
        if self._sockets != self._folder:
            shutil.rmtree(self._sockets, ignore_errors=True)

    def url(self, *, database: str, role: str) -> str:
        return (
            f"postgresql://{quote(role, safe='')}@/{quote(database, safe='')}"
            f"?host={quote(str(self._sockets), safe='')}&port=5432"
        )

    def wait_until_open(self, *, database: str, role: str, progress: Progress, segments: int) -> None:
        """Wait for the end of the recovery. Raises BackupError where it gives up; LogEndsError for want of log."""
        seen = 0
        with progress.step("replaying WAL", total=segments) as advance:
            while True:
                replayed = self._log.read_bytes().count(_SEGMENT)
                advance(replayed - seen)
                seen = replayed
                if self._server is None or self._server.poll() is not None:
                    raise self._failure()
                with suppress(psycopg.OperationalError):
                    psycopg.connect(self.url(database=database, role=role), connect_timeout=5).close()
                    return
                time.sleep(0.1)

    def last_transaction(self) -> datetime | None:
        """When the last transaction that was replayed had been committed; None where there was none to replay."""
        found = re.findall(rf"last completed transaction was at log time {_TIME}", self._log.read_text())
        return datetime.fromisoformat(found[-1]).replace(tzinfo=UTC) if found else None

    def _failure(self) -> BackupError:
        lines = self._log.read_text(errors="replace").splitlines()
        if any("recovery ended before configured recovery target was reached" in line for line in lines):
            last = self.last_transaction()
            until = f"{in_seoul(last)} (Seoul)" if last else "the end of the base backup"
            return LogEndsError(f"what can be restored ends at {until}")
        fatal = [line for line in lines if "FATAL" in line or "PANIC" in line]
        return BackupError(f"the restored server did not start: {(fatal or lines or ['no output'])[-1]}")


def reaching(user: launch.RunAs | None, *paths: Path) -> launch.RunAs | None:
    """The same user, for a program that needs these folders, even below one that is closed to it."""
    if user is None:
        return None
    return launch.RunAs(uid=user.uid, gid=user.gid, reach=tuple(str(path) for path in paths))


def reaching_programs(user: launch.RunAs | None, bin_dir: Path, folder: Path) -> launch.RunAs | None:
    """The same for a program of PostgreSQL's that works in a folder."""
    return reaching(user, *(path for path in (bin_dir, bin_dir.parent / "lib") if path.exists()), folder)
