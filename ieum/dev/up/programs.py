"""A program to run, and the child process that runs it."""

import os
import re
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ieum.common import launch
from ieum.common.logs import escaped

KEPT_LOGS = 5
# Warnings and errors, from Python's logging or as JSON lines.
ALARMING = re.compile(r'\b(WARN(ING)?|ERROR|CRITICAL)\b|"level": ?"(warn|error|critical)', re.ASCII)


def _always() -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Program:
    name: str
    argv: tuple[str, ...]
    is_ready: Callable[[], bool] = _always
    grace: float = 10
    """Seconds that it may take to finish its work when it is asked to stop."""


class Child:
    """A program's process, in a session of its own, so that Ctrl-C in the terminal reaches only the supervisor."""

    def __init__(self, program: Program, *, log: Path, environ: Mapping[str, str]) -> None:
        self.program = program
        self.log = log
        self._environ = environ
        self._process: subprocess.Popen[bytes] | None = None
        self._begin = self._scanned = 0

    def start(self) -> None:
        self._begin = self._scanned = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - no outside input
                launch.command(self.program.argv, on_parent_death=signal.SIGTERM),
                env=self._environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def exit_code(self) -> int | None:
        return self._process.poll() if self._process else None

    @property
    def ending(self) -> str:
        """Say how the process ended, as the rest of a sentence."""
        code = self.exit_code or 0
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def ask_to_stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)

    def end(self) -> None:
        """Kill the process and everything that it has started."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def last_lines(self, count: int = 12) -> list[str]:
        return [escaped(line) for line in _read(self.log, self._begin).splitlines()[-count:]]

    def new_alarms(self) -> list[str]:
        """Warnings and errors among the complete lines that were logged since the last call."""
        text = _read(self.log, self._scanned)
        complete = text[: text.rfind("\n") + 1]
        self._scanned += len(complete.encode("utf-8", "surrogateescape"))
        return [escaped(line) for line in complete.split("\n") if ALARMING.search(line)]


def _read(log: Path, start: int) -> str:
    with log.open("rb") as file:
        file.seek(start)
        return file.read(1 << 20).decode("utf-8", "surrogateescape")


def rotate(log: Path) -> None:
    """Rename the log to `.1` and older ones one further, so that the next start begins a new one."""
    if not log.exists():
        return
    for number in range(KEPT_LOGS - 1, 0, -1):
        older = log.with_name(f"{log.name}.{number}")
        if older.exists():
            older.replace(log.with_name(f"{log.name}.{number + 1}"))
    log.replace(log.with_name(f"{log.name}.1"))
