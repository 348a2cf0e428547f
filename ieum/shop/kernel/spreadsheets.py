"""CSV files as spreadsheets in Korea open them: UTF-8 with a BOM, and nothing in them that would be run."""

import csv
import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

type Cell = str | int | None
type Write = Callable[[Sequence[Cell]], object]

# What a cell must not begin with, lest it be taken for a formula (OWASP, "CSV Injection"); full-width too.
_STARTS_A_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


@contextmanager
def writing(file: Path) -> Generator[Write]:
    """Write rows; the file is there when all of them are, for its owner's eyes only. `-` is the standard output."""
    if str(file) == "-":
        yield _writer(sys.stdout)
        sys.stdout.flush()
        return
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8-sig", newline="") as sink:
            yield _writer(sink)
            sink.flush()
            os.fsync(sink.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _writer(sink: TextIO) -> Write:
    rows = csv.writer(sink, lineterminator="\r\n")
    return lambda cells: rows.writerow([_safe(cell) for cell in cells])


def _safe(cell: Cell) -> Cell:
    """An apostrophe before what would be run; numbers are numbers."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_STARTS_A_FORMULA):
        return "'" + cell
    return cell
