"""Our programs as systemd would start them, and what they tell it."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.waiting import wait_until


class Supervised:
    """A process with a socket for its notifications, in the place of systemd's."""

    def __init__(
        self, argv: Sequence[str], environ: dict[str, str], folder: Path, *, patience: float
    ) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        self.log = folder / "log"
        usual = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(int(patience * 1_000_000))}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                argv, env={**os.environ, **usual, **environ}, stderr=log, start_new_session=True
            )
        self.told: list[str] = []

    def hears(self, state: str) -> None:
        """Wait until the process has told this."""
        wait_until(
            lambda: state in self.listen(0.02),
            lambda: f"{state} was not told: {self.log.read_text()}",
        )

    def listen(self, seconds: float) -> list[str]:
        """What is told from now on, for so long."""
        heard: list[str] = []
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._socket.settimeout(left)
            try:
                heard += self._socket.recv(4096).decode().split("\n")
            except TimeoutError:
                break
        self.told += heard
        return heard

    def falls_silent(self, *, for_seconds: float, within: float = 30) -> None:
        """Wait until no sign of life has come for so long."""
        wait_until(
            lambda: "WATCHDOG=1" not in self.listen(for_seconds),
            "it gives signs of life for ever",
            seconds=within,
        )

    def end(self) -> None:
        """Kill it with all its workers, one that was stopped by a signal included."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._socket.close()


@pytest.fixture
def supervise(tmp_path: Path) -> Generator[Callable[..., Supervised]]:
    with ExitStack() as stack:

        def start(*argv: str, patience: float, **environ: str) -> Supervised:
            supervised = Supervised(argv, environ, tmp_path, patience=patience)
            stack.callback(supervised.end)
            return supervised

        yield start
