"""Files of lists, written row by row and stored in pieces."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from io import SEEK_END, StringIO
from tempfile import SpooledTemporaryFile
from typing import IO, Protocol

from ieum.shop.exports import queries
from ieum.shop.exports.types import ExportId
from ieum.shop.kernel import spreadsheets
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.kernel.workbooks import Workbook

# Roughly the bytes of a piece of a file.
PIECE = 256 * 1024
# Above, a file that is written as a whole is on the disk until it is stored in its pieces.
IN_MEMORY = 2 * 1024 * 1024


class ListFile(Protocol):
    """A file that is being written. `size` are the bytes that are stored."""

    size: int

    async def add(self, rows: Iterable[Sequence[Cell]]) -> None: ...

    async def end(self) -> None: ...


class TextFile:
    """A CSV file, of which no more than a piece is in memory."""

    def __init__(self, conn: Connection, export: ExportId) -> None:
        self.size = 0
        self._conn = conn
        self._export = export
        self._number = 0
        self._text = StringIO(spreadsheets.BOM)
        self._text.seek(0, SEEK_END)

    async def add(self, rows: Iterable[Sequence[Cell]]) -> None:
        spreadsheets.write_to(self._text, rows)
        await self._save(least=PIECE)

    async def end(self) -> None:
        await self._save(least=0)

    async def _save(self, *, least: int) -> None:
        """Store what is written, if it is so much at least."""
        if self._text.tell() <= least:
            return
        content = self._text.getvalue().encode()
        await queries.insert_piece(self._conn, self._export, self._number, content)
        self.size += len(content)
        self._number += 1
        self._text = StringIO()


class BookFile:
    """An Excel file, whose second sheet says what the first one is. It is whole before it is stored."""

    def __init__(
        self, conn: Connection, export: ExportId, file: IO[bytes], about: Sequence[Sequence[Cell]]
    ) -> None:
        self.size = 0
        self._conn = conn
        self._export = export
        self._file = file
        self._about = about
        self._book = Workbook(file, "목록", "조건")
        self._book.begin()

    async def add(self, rows: Iterable[Sequence[Cell]]) -> None:
        # Compressing takes a moment, in which other jobs go on.
        await asyncio.to_thread(self._book.add, rows)

    async def end(self) -> None:
        self._book.begin()
        self._book.add(self._about)
        await asyncio.to_thread(self._book.close)
        self.size = await store(self._conn, self._export, self._file)


@asynccontextmanager
async def book_file(
    conn: Connection, export: ExportId, about: Sequence[Sequence[Cell]]
) -> AsyncGenerator[BookFile]:
    with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        yield BookFile(conn, export, file, about)


async def store(conn: Connection, export: ExportId, file: IO[bytes]) -> int:
    """Store a file that is written, in its pieces; returns its bytes."""
    size = file.tell()
    file.seek(0)
    number = 0
    while content := await asyncio.to_thread(file.read, PIECE):
        await queries.insert_piece(conn, export, number, content)
        number += 1
    return size
