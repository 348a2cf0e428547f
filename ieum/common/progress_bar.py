"""Shows a command's progress on a terminal, and nothing where its messages go to a file or another program."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.filesize import decimal
from rich.progress import (
    BarColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars
from rich.text import Text

from ieum.common.progress import QUIET, Advance, Progress, Unit


@contextmanager
def on_terminal(stream: TextIO | None = None) -> Generator[Progress]:
    """Yield what shows steps on `stream`, standard error by default, while the block runs.

    What the block prints meanwhile appears above the bars, which are gone at its end.
    """
    out: TextIO = stream or sys.stderr
    if not out.isatty() or os.environ.get("TERM") == "dumb":
        yield QUIET
        return
    bars = Bars(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        _Done(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(file=out, force_terminal=True),
        transient=True,
        refresh_per_second=4,
    )
    with bars:
        yield _Shown(bars)


class _Shown:
    def __init__(self, bars: Bars) -> None:
        self._bars = bars

    @contextmanager
    def step(self, what: str, *, total: int | None = None, unit: Unit = "count") -> Generator[Advance]:
        task = self._bars.add_task(what, total=total, unit=unit)
        try:
            yield lambda more: self._bars.advance(task, more)
        finally:
            self._bars.refresh()
            self._bars.stop_task(task)
            self._bars.remove_task(task)


class _Done(ProgressColumn):
    """`12,000 / 100,000`, `1.2 GB / 50.0 GB`, or what is done alone."""

    def render(self, task: Task) -> Text:
        sizes = [task.completed] if task.total is None else [task.completed, task.total]
        is_bytes = task.fields["unit"] == "bytes"
        return Text(" / ".join(decimal(int(size)) if is_bytes else f"{int(size):,}" for size in sizes))
