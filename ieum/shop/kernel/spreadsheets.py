"""CSV files for spreadsheets in Korea: UTF-8 with a BOM, and no cell that would run as a formula."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TextIO

type Cell = str | int | None

BOM = "\ufeff"
# A cell that begins with one of these may run as a formula (OWASP, "CSV Injection"); full-width and small forms as
# well, and behind blanks of any kind, which a program may drop.
_STARTS_A_FORMULA = re.compile(r"[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]")


def text_of(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The content of a whole file, for a download."""
    return BOM_UTF8 + more_of(rows)


def more_of(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Further rows of a file that `text_of` began."""
    sink = StringIO()
    write_to(sink, rows)
    return sink.getvalue().encode()


def write_to(sink: TextIO, rows: Iterable[Sequence[Cell]]) -> None:
    """Append rows to a text that is stored in pieces; its first characters are `BOM`."""
    writer = csv.writer(sink, lineterminator="\r\n")
    writer.writerows([_safe(cell) for cell in cells] for cells in rows)


def meant_by(cell: str) -> str:
    """The text behind a cell of such a file that comes back: without the apostrophe, where one was put before it."""
    return cell[1:] if cell.startswith("'") and _STARTS_A_FORMULA.match(cell[1:]) else cell


def _safe(cell: Cell) -> Cell:
    """Put an apostrophe before text that would run as a formula; numbers stay numbers."""
    if isinstance(cell, str) and _STARTS_A_FORMULA.match(cell):
        return "'" + cell
    return cell
