"""The jobs that make files and delete them again."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from datetime import timedelta
from io import SEEK_END, StringIO
from tempfile import SpooledTemporaryFile

from ieum.shop.console.exports import queries, tasks
from ieum.shop.console.exports.own.archive import write_archive
from ieum.shop.console.exports.sources import SOURCES, as_read, cells
from ieum.shop.console.exports.types import ExportId
from ieum.shop.kernel import spreadsheets
from ieum.shop.kernel.db import Connection, Database, in_batches, stream
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.members.types import MemberId

log = logging.getLogger(__name__)

KEPT = timedelta(days=1)
# Rows in memory at a time, here and at the database, and roughly the bytes of a piece of the file.
BATCH = 2_000
PIECE = 256 * 1024
# Above, an archive is on the disk until it is stored in its pieces.
IN_MEMORY = 2 * 1024 * 1024
TRIES = 3


@job(tasks.MAKE, cron="*/5 * * * *", lock=tasks.MAKE)
async def make_exports(db: Database) -> None:
    """Make the files that are asked for; the clock finds those whose worker ended meanwhile."""
    async with db.connection() as conn:
        unmade = await queries.list_unmade(conn)
    for export in unmade:
        await make(db, export)


async def make(db: Database, export: ExportId) -> None:
    """Write one file, all of it in one transaction: what breaks off leaves nothing, and is begun anew."""
    async with db.transaction() as conn:
        tries = await queries.count_try(conn, export)
        if tries is None:
            return
        if tries > TRIES:
            await queries.set_state(conn, export, "failed")
            log.error("export %s was begun %s times and never ended", export, TRIES)
            return
    try:
        async with db.transaction() as conn:
            await _write(db, conn, export)
    except InvalidFields:
        # The list has other filters since an update of the shop.
        async with db.transaction() as conn:
            await queries.set_state(conn, export, "failed")


async def _write(db: Database, conn: Connection, export: ExportId) -> None:
    """Write an export's file. Raises InvalidFields."""
    found = await queries.find(conn, export, holds=True)
    if found is None or found.state != "making":
        return
    if found.member is not None:
        await _write_own_data(db, conn, export, found.member)
        return
    source = SOURCES[found.screen]
    where = source.where(found.query)
    # Whoever asked for the file was let through when they did.
    where.is_counted = True
    file = _File(conn, export)
    file.add([[column.heading for column in source.file_columns]])
    count = 0
    async for batch in stream(conn, as_read, source.select(where), size=BATCH, **where.params):
        file.add(cells(source.file_columns, values) for values in batch)
        await file.save(least=PIECE)
        count += len(batch)
    await file.save(least=0)
    await queries.finish(conn, export, rows=count, size=file.size, keep=KEPT)


async def _write_own_data(db: Database, conn: Connection, export: ExportId, member: MemberId) -> None:
    with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        async with db.snapshot() as frozen:
            count = await write_archive(frozen, member, file)
        size = file.tell()
        file.seek(0)
        number = 0
        while content := await asyncio.to_thread(file.read, PIECE):
            await queries.insert_piece(conn, export, number, content)
            number += 1
    await queries.finish(conn, export, rows=count, size=size, keep=KEPT)


class _File:
    """A file that is written piece by piece, of which no more than one is in memory."""

    def __init__(self, conn: Connection, export: ExportId) -> None:
        self.size = 0
        self._conn = conn
        self._export = export
        self._number = 0
        self._text = StringIO(spreadsheets.BOM)
        self._text.seek(0, SEEK_END)

    def add(self, rows: Iterable[Sequence[Cell]]) -> None:
        spreadsheets.write_to(self._text, rows)

    async def save(self, *, least: int) -> None:
        """Store what is written, if it is so much at least."""
        if self._text.tell() <= least:
            return
        content = self._text.getvalue().encode()
        await queries.insert_piece(self._conn, self._export, self._number, content)
        self.size += len(content)
        self._number += 1
        self._text = StringIO()


@job("console.expire_exports", cron="23 * * * *", lock="console.expire_exports")
async def expire_exports(db: Database) -> None:
    await in_batches(db, queries.expire, size=20)
