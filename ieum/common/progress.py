"""Progress reports of long commands. Work calls a `Progress`; a terminal may show it.

Work reports to a `Progress` that it is given, `QUIET` by default, so that a server or a job that does the same work
needs no terminal. `ieum.common.progress_bar` shows it on one; it alone loads the library.
"""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from typing import Literal, Protocol

# Called with how much more is done.
type Advance = Callable[[int], None]
type Unit = Literal["count", "bytes"]


class Progress(Protocol):
    """Steps of a command: `with progress.step("base backup", total=size, unit="bytes") as advance: advance(4096)`."""

    def step(
        self, what: str, *, total: int | None = None, unit: Unit = "count"
    ) -> AbstractContextManager[Advance]:
        """Begin a step that ends with the block. Without a `total` only what is done is told, and for how long."""
        ...


class _Quiet:
    @contextmanager
    def step(self, what: str, *, total: int | None = None, unit: Unit = "count") -> Generator[Advance]:
        del what, total, unit
        yield _ignore


def _ignore(more: int) -> None:
    del more


QUIET: Progress = _Quiet()
