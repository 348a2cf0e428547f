"""Signals that ask `ieum up` to stop, counted so that it can stop in order."""

import os
import select
import signal
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequests:
    """Counts the signals that ask to stop, instead of being interrupted by them.

    Inside its `with` block, `wait` also returns when a child process ends.
    """

    def __init__(self) -> None:
        self.count = 0
        self._read_end, self._write_end = os.pipe()
        os.set_blocking(self._read_end, False)
        os.set_blocking(self._write_end, False)

    def __enter__(self) -> Self:
        signals = (*STOP_SIGNALS, signal.SIGCHLD)
        self._previous = {number: signal.signal(number, self._on_signal) for number in signals}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        os.close(self._read_end)
        os.close(self._write_end)

    def __bool__(self) -> bool:
        return self.count > 0

    def wait(self, seconds: float) -> None:
        """Return at the next signal, and after so many seconds at the latest."""
        select.select([self._read_end], [], [], seconds)
        with suppress(BlockingIOError):
            os.read(self._read_end, 4096)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if number in STOP_SIGNALS:
            self.count += 1
        with suppress(BlockingIOError):
            os.write(self._write_end, b".")
