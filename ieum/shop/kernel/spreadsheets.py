"""CSV files for spreadsheets in Korea: UTF-8 with a BOM, and no cell that would run as a formula."""

import csv
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TextIO

type Cell = str | int | None
type Write = Callable[[Sequence[Cell]], object]

BOM = "\ufeff"
# A cell that begins with one of these may run as a formula (OWASP, "CSV Injection"); full-width forms as well.
_STARTS_A_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


@contextmanager
def writing(file: Path) -> Generator[Write]:
    """Write rows to a file that appears only when complete, for its owner alone. `-` is the standard output."""
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


def text_of(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The content of a whole file, for a download."""
    return BOM_UTF8 + more_of(rows)


def more_of(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Further rows of a file that `text_of` began."""
    sink = StringIO()
    write = _writer(sink)
    for row in rows:
        write(row)
    return sink.getvalue().encode()


def write_to(sink: TextIO, rows: Iterable[Sequence[Cell]]) -> None:
    """Append rows to a text that is stored in pieces; its first characters are `BOM`."""
    write = _writer(sink)
    for row in rows:
        write(row)


def _writer(sink: TextIO) -> Write:
    rows = csv.writer(sink, lineterminator="\r\n")
    return lambda cells: rows.writerow([_safe(cell) for cell in cells])


def _safe(cell: Cell) -> Cell:
    """Put an apostrophe before text that would run as a formula; numbers stay numbers."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_STARTS_A_FORMULA):
        return "'" + cell
    return cell
