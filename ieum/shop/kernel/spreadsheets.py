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

# Longer texts become no day, and are not matched against the forms below.
_LONGEST_GUESSED = 60
# What Excel would take for a number, a day or a time, and show otherwise. Our own days begin with a year.
_BECOMES_ANOTHER = re.compile(
    r"""(?:
      0[0-9]+ | [0-9]{16,}                                                  # zeros in front, more digits than it keeps
    | [0-9]+(?:\.[0-9]+)?E[+-]?[0-9]+ | [0-9]*\.[0-9]*0 | \.[0-9]+ | [0-9]+\.  # powers of ten, ends of decimals
    | [0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)? | [₩￦$€¥£]\s*[0-9][0-9,.]* | [0-9][0-9,.]*\s*% | \([0-9][0-9,.]*\)
    | [0-9]{1,2}[-/][0-9]{1,2}(?:[-/][0-9]{1,4})? | [0-9]+\s+[0-9]+/[0-9]+   # days, fractions
    | (?:[0-9]{1,2}[-/\s]?)?(?:JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC
        |JANUARY|FEBRUARY|MARCH|APRIL|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER)[-/.,\s]*[0-9]{1,4}
    | [0-9]{1,2}[-/\s]?(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*
    | (?:[0-9]{4}\s*년\s*)?[0-9]{1,2}\s*월(?:\s*[0-9]{1,2}\s*일)?
    | (?:오전|오후)?\s*[0-9]{1,4}:[0-9]{1,2}(?::[0-9]{1,2}(?:\.[0-9]+)?)?(?:\s*[AP]M?)? | [0-9]{1,2}\s*[AP]M?
    | TRUE | FALSE
    )""",
    re.VERBOSE | re.IGNORECASE,
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
    plain = text.strip()
    is_guessed = plain.isdecimal() if len(plain) > _LONGEST_GUESSED else _BECOMES_ANOTHER.fullmatch(plain)
    return bool(_STARTS_A_FORMULA.match(text) or is_guessed)
