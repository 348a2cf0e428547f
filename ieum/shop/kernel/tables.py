"""Reads the tables that people bring, as files or pasted: the one reader of all of them.

UTF-8, CP949 (Korean Excel) or UTF-16 ("Unicode text"); commas, semicolons or tabs; letters composed (NFC). A letter
that an earlier program has lost, U+FFFD, stays in its cell, so that the caller can name its line: see `is_lost`.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, Self, TextIO, override

from ieum.shop.kernel.spreadsheets import BOM, meant_by

CHUNK = 1 << 20
# Signs of one row, line breaks within its cells included. No row of a shop is near it; a file without line breaks, or
# with a quote that never closes, would be one row of any length.
LONGEST_ROW = 1 << 20
DELIMITERS = ",;\t"
# Excel reads and writes a first line that names the sign between the columns.
_NAMES_DELIMITER = re.compile(r'"?sep=([,;\t])"?\s*', re.IGNORECASE)
_HANGUL = re.compile("[가-힣]")
LOST = "\ufffd"
LOST_DETAIL = "글자가 깨져 있습니다. 원본 파일을 다시 저장해 올려 주세요."


class TableRefused(Exception):
    """The table cannot be read on from this line; 0 of the file as a whole."""

    def __init__(self, wrong: Literal["encoding", "row", "csv"], line: int) -> None:
        super().__init__(wrong)
        self.wrong, self.line = wrong, line


class TableRow(NamedTuple):
    """A row with something in it. `ends` is another line than `line` if a cell has line breaks."""

    line: int
    ends: int
    cells: list[str]

    @property
    def is_lost(self) -> bool:
        """Tell whether a letter was lost before the table came to us."""
        return any(LOST in cell for cell in self.cells)


def encoding_of(path: Path) -> str:
    """Find how a file is written, reading it once in pieces. Raises TableRefused."""
    with path.open("rb") as file:
        chunk = file.read(CHUNK)
        if chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        is_marked = chunk.startswith(codecs.BOM_UTF8)
        decoders = {
            "utf-8-sig": codecs.getincrementaldecoder("utf-8")(),
            "cp949": codecs.getincrementaldecoder("cp949")(),
        }
        while decoders:
            for name in list(decoders):
                try:
                    decoders[name].decode(chunk, final=not chunk)
                except UnicodeDecodeError:
                    del decoders[name]
            if not chunk:
                break
            chunk = file.read(CHUNK)
    if "utf-8-sig" in decoders:
        return "utf-8-sig"
    if is_marked or "cp949" not in decoders or _is_mixed(path):
        raise TableRefused("encoding", 0)
    return "cp949"


def _is_mixed(path: Path) -> bool:
    """Tell whether a line is Hangul in UTF-8 that CP949 would read as other Hangul."""
    with path.open("rb") as file:
        while line := file.readline(LONGEST_ROW):
            if not line.isascii() and _HANGUL.search(line.decode(errors="replace")) and _is_utf8(line):
                return True
    return False


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def read_text(text: str) -> Iterator[TableRow]:
    """Rows of a text that a page has read. Raises TableRefused."""
    return read_rows(io.StringIO(text.removeprefix(BOM), newline=""))


def read_rows(file: TextIO) -> Iterator[TableRow]:
    """Rows of a seekable text, opened with `newline=""`, as an editor numbers its lines. Raises TableRefused."""
    rows = _Lines(file)
    head = file.readline(LONGEST_ROW)
    named = _NAMES_DELIMITER.fullmatch(head)
    above = 1 if named else 0
    if not named:
        file.seek(0)
    reader = csv.reader(rows, delimiter=named[1] if named else delimiter_of(head), strict=True)
    before = above
    try:
        for cells in reader:
            rows.begin()
            line, before = before + 1, above + reader.line_num
            if any(cell.strip() for cell in cells):
                yield TableRow(line, before, _filled([tidy_cell(cell) for cell in cells]))
    except csv.Error as error:
        raise TableRefused("csv", above + reader.line_num) from error


def _filled(cells: list[str]) -> list[str]:
    """The cells up to the last that has something: Excel also saves columns that were emptied."""
    return cells[: max(place for place, cell in enumerate([".", *cells]) if cell)]


def lines_of(text: str) -> list[str]:
    """The lines of a text as `read_rows` numbers them; `splitlines` would also end them at U+0085 and U+2028."""
    return re.split(r"\r\n|\r|\n", text)


def delimiter_of(head: str) -> str:
    """The sign between the columns, by the first line."""
    return max(DELIMITERS, key=head.count)


def tidy_cell(cell: str) -> str:
    """A cell on one line, composed, without marks of order and without the apostrophe of our own files."""
    return " ".join(unicodedata.normalize("NFC", meant_by(cell).replace(BOM, "")).split())


class _Lines(Iterator[str]):
    """The lines of a text, which ends a row that becomes too long before it is in memory."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._left, self._number = LONGEST_ROW, 0

    def begin(self) -> None:
        """Count the next row anew."""
        self._left = LONGEST_ROW

    @override
    def __iter__(self) -> Self:
        return self

    @override
    def __next__(self) -> str:
        line = self._file.readline(self._left + 1)
        if not line:
            raise StopIteration
        self._left -= len(line)
        self._number += 1
        if self._left < 0:
            raise TableRefused("row", self._number)
        return line
