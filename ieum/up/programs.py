"""One program and the process that runs it."""

import os
import re
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ieum import launch

KEPT_LOGS = 5
# Python's logging and JSON lines; what is merely interesting stays in the log.
ALARMING = re.compile(r'\b(WARN(ING)?|ERROR|CRITICAL)\b|"level": ?"(warn|error|critical)', re.ASCII)


def _always() -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Program:
    name: str
    argv: tuple[str, ...]
    is_ready: Callable[[], bool] = _always
    grace: float = 10
    """Seconds to finish what it is doing when it is asked to stop."""


class Child:
    """Its process, in a group of its own so that a terminal's Ctrl-C reaches the supervisor alone."""

    def __init__(self, program: Program, *, log: Path, environ: Mapping[str, str]) -> None:
        self.program = program
        self.log = log
        self._environ = environ
        self._process: subprocess.Popen[bytes] | None = None
        self._begin = self._shown = log.stat().st_size if log.exists() else 0

    def start(self) -> None:
        self._begin = self._shown = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
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
        """How it ended, in words."""
        code = self.exit_code or 0
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def ask_to_stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)

    def end(self) -> None:
        """Now, and with it whatever it has started."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def last_lines(self, count: int = 12) -> list[str]:
        return _read(self.log, self._begin).splitlines()[-count:]

    def new_alarms(self) -> list[str]:
        """Whole lines since the last call that somebody should see."""
        text = _read(self.log, self._shown)
        whole = text[: text.rfind("\n") + 1]
        self._shown += len(whole.encode("utf-8", "surrogateescape"))
        return [line for line in whole.splitlines() if ALARMING.search(line)]


def _read(log: Path, start: int) -> str:
    with log.open("rb") as file:
        file.seek(start)
        return file.read(1 << 20).decode("utf-8", "surrogateescape")


def rotate(log: Path) -> None:
    """Every start begins a new log and keeps the last few."""
    if not log.exists():
        return
    for number in range(KEPT_LOGS - 1, 0, -1):
        older = log.with_name(f"{log.name}.{number}")
        if older.exists():
            older.replace(log.with_name(f"{log.name}.{number + 1}"))
    log.replace(log.with_name(f"{log.name}.1"))
