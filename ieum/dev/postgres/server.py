"""Start and stop the embedded PostgreSQL server of a data folder."""

import fcntl
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from ieum.common.launch import RunAs
from ieum.dev.postgres.programs import programs
from ieum.operations.postgres import cluster as clusters
from ieum.operations.postgres.cluster import PostgresError, Postmaster, find_postmaster
from ieum.operations.postgres.programs import EMBEDDED_MAJOR

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    # `ieum backup` copies it while it runs, which costs nothing that could be measured (docs/decisions/0119).
    "wal_level": "replica",
    "max_wal_senders": "4",
    "max_replication_slots": "4",
    "max_slot_wal_keep_size": "1GB",
    # Fewer background processes need less memory.
    "max_logical_replication_workers": "0",
    "max_parallel_workers_per_gather": "0",
    "io_method": "sync",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] ",
    # Otherwise what it refuses and what takes long is logged with the row and the values: names, numbers, addresses.
    "log_error_verbosity": "terse",
}
# PostgreSQL's own Unicode rules, so that text sorts the same on every machine, whatever its C library.
LOCALE = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
VOLATILE_SETTINGS = {
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
}


class EmbeddedPostgres:
    """The database of one data folder: its files in `postgres/`, its output in `logs/postgres.log`.

    The process that starts it first owns it, and its stop ends the server. A second start attaches to the running
    server, and its stop leaves the server alone; with `share=False` it waits a little for the owner and then refuses.
    On Linux the server also stops when its owner dies, even of SIGKILL; elsewhere the next start stops it.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        volatile: bool = False,
        share: bool = True,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """`settings` of PostgreSQL stand before those of the embedded one."""
        self._data_dir = data_dir.expanduser().resolve()
        self._cluster = self._data_dir / "postgres"
        self._volatile = volatile
        self._settings = dict(settings or {})
        self._share = share
        self._lock: IO[str] | None = None
        self._server: subprocess.Popen[bytes] | None = None
        self._postmaster: Postmaster | None = None

    @property
    def url(self) -> str:
        if self._postmaster is None:
            raise PostgresError("the embedded database has not been started")
        return self._postmaster.url

    @property
    def log(self) -> Path:
        return self._data_dir / "logs" / "postgres.log"

    @property
    def exit_code(self) -> int | None:
        """The server's exit code once it has ended by itself, if this process owns it; else `None`."""
        return self._server.poll() if self._server else None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Call this from the main thread: Linux stops the server when the thread that started it ends."""
        try:
            self._start()
        except PermissionError as error:
            self.stop()
            raise PostgresError(
                f"{error.filename} belongs to another user: start as the user who started it first, "
                "or set IEUM_DATA to another folder"
            ) from error
        except OSError as error:
            self.stop()
            raise PostgresError(f"{error.filename or self._data_dir}: {error.strerror}") from error
        except BaseException:
            self.stop()
            raise

    def _start(self) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if not self._own_or_attach(patience=10):
            return
        self._end_leftover()
        user = clusters.database_user(self._cluster)
        if not self._cluster.exists():
            clusters.initialise(self._cluster, programs(), user, locale=LOCALE, volatile=self._volatile)
        version = (self._cluster / "PG_VERSION").read_text().strip()
        if version != str(EMBEDDED_MAJOR):
            raise PostgresError(
                f"{self._cluster} was written by PostgreSQL {version} and this is {EMBEDDED_MAJOR}: "
                'see "Moving the database" in docs/operate/backup.md'
            )
        self._launch(user)

    def restart(self) -> None:
        """Start the server of this process again after it has died, at the same URL.

        Call this from the main thread, as `start`. Raises PostgresError where it does not start.
        """
        if self.exit_code is None:
            raise PostgresError("the embedded database runs")
        # The dead server's sessions notice within moments that it is gone, and must be gone before another begins.
        clusters.forget_postmaster(self._cluster)
        self._launch(clusters.database_user(self._cluster))

    def stop(self) -> None:
        """Disconnect all clients and shut the server down; everything committed is on disk."""
        if self._server is not None:
            for request, patience in ((signal.SIGINT, 30), (signal.SIGQUIT, 5), (signal.SIGKILL, None)):
                self._server.send_signal(request)
                with suppress(subprocess.TimeoutExpired):
                    self._server.wait(patience)
                    break
            self._server = None
            clusters.remove_socket_dir(self._cluster)
        self._postmaster = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _own_or_attach(self, *, patience: float) -> bool:
        """Lock the data folder; false if another process has the lock and its server is ready to share.

        The kernel releases the lock when the owner ends, however it ends.
        """
        # Opened for appending, so that the owner's pid stays readable until this process replaces it.
        lock = (self._data_dir / "postgres.lock").open("a+")
        deadline = time.monotonic() + patience
        while not _try_lock(lock):
            postmaster = find_postmaster(self._cluster) if self._share else None
            if postmaster and postmaster.ready:
                lock.close()
                self._postmaster = postmaster
                return False
            if time.monotonic() > deadline:
                lock.seek(0)
                owner = lock.read().strip()
                lock.close()
                raise PostgresError(f"the database in {self._cluster} is in use by process {owner}")
            time.sleep(0.05)
        self._lock = lock
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        return True

    def _end_leftover(self) -> None:
        """Stop a server whose owner was killed: it may still be shutting down, or running where not on Linux."""
        postmaster = find_postmaster(self._cluster)
        if postmaster is not None:
            with suppress(ProcessLookupError):
                os.kill(postmaster.pid, signal.SIGINT)
            _wait_until(
                lambda: find_postmaster(self._cluster) is None, "end, left over from before", patience=30
            )
        clusters.forget_postmaster(self._cluster)

    def _launch(self, user: RunAs | None) -> None:
        socket_dir = clusters.socket_dir(self._cluster)
        if socket_dir != self._cluster:
            clusters.make_private(socket_dir, user)
        settings = SETTINGS | (VOLATILE_SETTINGS if self._volatile else {}) | self._settings
        settings["unix_socket_directories"] = f'"{socket_dir}"'
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        argv = clusters.command(
            programs() / "postgres", *words, cluster=self._cluster, user=user, on_parent_death=signal.SIGINT
        )
        deadline = time.monotonic() + 10
        before = self.log.stat().st_size if self.log.exists() else 0
        while not self._start_server(argv):
            reason = _reason(self.log, before)
            # After a SIGKILL the old server's sessions take a moment to notice and release shared memory.
            if "still in use" not in reason or time.monotonic() > deadline:
                raise PostgresError(f"the database did not start: {reason} (more in {self.log})")
            time.sleep(0.2)

    def _start_server(self, argv: list[str]) -> bool:
        with self.log.open("ab") as log:
            self._server = server = subprocess.Popen(  # noqa: S603 - no outside input
                argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._cluster,
                start_new_session=True,
            )

        def ready_or_ended() -> bool:
            self._postmaster = find_postmaster(self._cluster)
            return bool(self._postmaster and self._postmaster.ready) or server.poll() is not None

        # Long, because crash recovery after a busy hour takes minutes and must not be interrupted.
        _wait_until(ready_or_ended, "become ready", patience=300)
        return server.poll() is None


def _try_lock(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _wait_until(condition: Callable[[], bool], what: str, *, patience: float) -> None:
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise PostgresError(f"the database did not {what} within {patience:.0f} seconds")
        time.sleep(0.01)


def _reason(log: Path, start: int) -> str:
    """The last FATAL line of the log since `start`, or else its last line: PostgreSQL prints hints after errors."""
    lines = log.read_bytes()[start:].decode(errors="replace").splitlines()
    return next((line for line in reversed(lines) if "FATAL" in line), lines[-1] if lines else "no output")
