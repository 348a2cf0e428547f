"""CSV files for spreadsheets in Korea: UTF-8 with a BOM; no text runs as a formula or becomes a number."""

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

# What Excel would take for a number or a day, and show otherwise: zeros in front (`007`), more digits than it keeps
# (15), powers of ten (`1e5`), days (`3-4`). Our own days begin with a year.
_BECOMES_ANOTHER = re.compile(
    r"\s*(?:0[0-9]+|[0-9]{16,}|[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+|[0-9]{1,2}[-/][0-9]{1,2}(?:[-/][0-9]{1,4})?)\s*"
)


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
    return cell[1:] if cell.startswith("'") and _needs_an_apostrophe(cell[1:]) else cell


def _safe(cell: Cell) -> Cell:
    """Put an apostrophe before text that would run as a formula or become a number; numbers stay numbers."""
    return "'" + cell if isinstance(cell, str) and _needs_an_apostrophe(cell) else cell


def _needs_an_apostrophe(text: str) -> bool:
    return bool(_STARTS_A_FORMULA.match(text) or _BECOMES_ANOTHER.fullmatch(text))
