"""pg_receivewal, which writes the server's WAL into the spool."""

import signal
import subprocess
from pathlib import Path
from typing import IO

from ieum.common import launch
from ieum.operations.backup.place import last_line
from ieum.operations.backup.slot import SLOT
from ieum.operations.backup.source import environment

_LAST_WORDS = b"pg_receivewal: error: disconnected\n"


class Receiver:
    """At most one process, which ends with ours."""

    def __init__(self, spool: Path) -> None:
        self._spool = spool
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, bin_dir: Path, source_url: str) -> None:
        self._errors = (self._spool / "receiver.log").open("w+b")
        words = [
            "--directory",
            str(self._spool),
            "--slot",
            SLOT,
            "--synchronous",
            # In seconds. At the end of a segment it says by this alone how far it is.
            "--status-interval=1",
            "--no-loop",
            "--no-password",
        ]
        self._process = subprocess.Popen(  # noqa: S603 - a program of PostgreSQL's
            launch.command([str(bin_dir / "pg_receivewal"), *words], on_parent_death=signal.SIGTERM),
            stdin=subprocess.DEVNULL,
            stdout=self._errors,
            stderr=self._errors,
            env=environment(source_url),
            start_new_session=True,
        )

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def reason(self) -> str:
        """Return what the receiver has said last; empty if it has not run."""
        if self._errors is None:
            return ""
        self._errors.flush()
        said = (self._spool / "receiver.log").read_bytes()
        # With which it ends whatever has happened; why, the server has said before.
        return last_line(said.removesuffix(_LAST_WORDS))
