import os
import select
import signal
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

WISHES = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequests:
    """Count the wishes to stop, of a person or of the system, instead of being interrupted by them.

    While it is entered, `wait` also wakes up when a child ends.
    """

    def __init__(self) -> None:
        self.count = 0
        self._awake, self._wake = os.pipe()
        os.set_blocking(self._awake, False)
        os.set_blocking(self._wake, False)

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._note) for number in (*WISHES, signal.SIGCHLD)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._awake)
        os.close(self._wake)

    def __bool__(self) -> bool:
        return self.count > 0

    def wait(self, seconds: float) -> None:
        """Until something happens, at most so long."""
        select.select([self._awake], [], [], seconds)
        with suppress(BlockingIOError):
            os.read(self._awake, 4096)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if number in WISHES:
            self.count += 1
        with suppress(BlockingIOError):
            os.write(self._wake, b".")
