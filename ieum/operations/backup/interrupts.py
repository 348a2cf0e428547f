"""Has Ctrl-C, SIGTERM and a lost terminal end a copy where it stands, in a way that can still be noted."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ending_at_once() -> Generator[None]:
    """In here these signals raise KeyboardInterrupt in the main thread, from which alone this may be called.

    asyncio would cancel the task of a Ctrl-C once its loop runs again, and the loop stands still while programs copy:
    all would be copied, and thrown away then. By the others Python would end without a word, with no row and no alarm.
    Of those only the first counts, so that the end can be noted. A signal that is ignored, as by `nohup`, stays so.
    """
    ended = False

    def end(number: int, _frame: FrameType | None) -> None:
        nonlocal ended
        if not ended or number == signal.SIGINT:
            ended = True
            raise KeyboardInterrupt

    before = {
        number: signal.signal(number, end)
        for number in _ENDING
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    except BaseExceptionGroup as group:
        # A library's group of tasks wraps it, and ours is the only interruption that there is.
        if is_interrupt(group):
            interrupt = KeyboardInterrupt()
            for note in getattr(group, "__notes__", ()):
                interrupt.add_note(note)
            raise interrupt from group
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def is_interrupt(error: BaseException) -> bool:
    """Tell whether a signal has raised this, be it in a group of a library's."""
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(KeyboardInterrupt) is not None
    return isinstance(error, KeyboardInterrupt)
