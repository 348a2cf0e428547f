"""A PostgreSQL on a data folder that nobody but this process can reach, while a block runs."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self
from urllib.parse import quote

import psycopg

from ieum.common import launch
from ieum.operations.postgres.cluster import PostgresError, make_private, socket_dir

# Nobody but this user gets as far as the socket.
_HBA = "local all all trust\n"
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "20",
    "logging_collector": "off",
    "log_destination": "stderr",
    "lc_messages": "C",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] ",
    "jit": "off",
}


class PrivateServer:
    """The server of one folder. Its settings and its log lie in `work`, apart from those that the folder may have."""

    def __init__(
        self,
        folder: Path,
        bin_dir: Path,
        *,
        user: launch.RunAs | None,
        work: Path,
        settings: Mapping[str, str],
    ) -> None:
        self._folder, self._bin, self._user = folder, bin_dir, user
        self._settings = settings
        self._work = work
        self._log = work / "server.log"
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

    def wait_until_open(self, *, database: str, role: str) -> None:
        """Return when it takes connections. Raises PostgresError if it ends instead."""
        while not self.is_open(database=database, role=role):
            if self.has_ended:
                raise PostgresError(f"the server did not start: {self.last_words()}")
            time.sleep(0.1)

    def is_open(self, *, database: str, role: str) -> bool:
        try:
            psycopg.connect(self.url(database=database, role=role), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def has_ended(self) -> bool:
        return self._server is None or self._server.poll() is not None

    def last_words(self) -> str:
        """Return the last fatal line of its log, or else its last line."""
        lines = self._log.read_text(errors="replace").splitlines()
        fatal = [line for line in lines if "FATAL" in line or "PANIC" in line]
        return (fatal or lines or ["no output"])[-1]


def reaching(user: launch.RunAs | None, *paths: Path) -> launch.RunAs | None:
    """Return the user with leave to open these paths, even below a folder that is closed to it."""
    if user is None:
        return None
    return launch.RunAs(uid=user.uid, gid=user.gid, reach=tuple(str(path) for path in paths))


def reaching_programs(user: launch.RunAs | None, bin_dir: Path, folder: Path) -> launch.RunAs | None:
    """Return the user with leave to open PostgreSQL's programs and the folder that they work in."""
    beside = (bin_dir, bin_dir.parent / "lib", bin_dir.parent / "share")
    return reaching(user, *(path for path in beside if path.exists()), folder)
