"""The jobs that make files and delete them again."""

import logging
from datetime import UTC, datetime, timedelta
from tempfile import SpooledTemporaryFile

from ieum.shop.desk.listing import AnyList
from ieum.shop.desk.registry import Desk
from ieum.shop.exports import queries, tasks
from ieum.shop.exports.changes import list_of
from ieum.shop.exports.files import IN_MEMORY, ListFile, TextFile, book_file, store
from ieum.shop.exports.refusals import ListNotExported
from ieum.shop.exports.saying import said_of
from ieum.shop.exports.service import Lists
from ieum.shop.exports.types import ExportId, ExportRow
from ieum.shop.kernel import seoul
from ieum.shop.kernel.cells import as_read, cells
from ieum.shop.kernel.db import Connection, Database, in_batches, stream
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.member_archive.archive import write_archive
from ieum.shop.members.types import MemberId

log = logging.getLogger(__name__)

KEPT = timedelta(days=1)
# Rows in memory at a time, here and at the database.
BATCH = 2_000
TRIES = 3


@job(tasks.MAKE, cron="*/5 * * * *", lock=tasks.MAKE)
async def make_exports(db: Database, desk: Desk) -> None:
    """Make the files that are asked for; the clock finds those whose worker ended meanwhile."""
    async with db.connection() as conn:
        unmade = await queries.list_unmade(conn)
    for export in unmade:
        await make(db, desk.lists, export)


async def make(db: Database, lists: Lists, export: ExportId) -> None:
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
            await _write(db, lists, conn, export)
    except (InvalidFields, ListNotExported):
        # The list has other filters since an update of the shop.
        async with db.transaction() as conn:
            await queries.set_state(conn, export, "failed")


async def _write(db: Database, lists: Lists, conn: Connection, export: ExportId) -> None:
    """Write an export's file. Raises InvalidFields and ListNotExported."""
    found = await queries.find(conn, export, holds=True)
    if found is None or found.state != "making":
        return
    if found.member is not None:
        await _write_own_data(db, conn, export, found.member)
        return
    listed = list_of(lists, found.listed)
    if found.form == "csv":
        await _write_list(conn, found, listed, TextFile(conn, export))
        return
    about: list[list[Cell]] = [
        ["목록", listed.label],
        ["조건", ", ".join(await said_of(conn, listed, found.query)) or "없음 (전체)"],
        ["만든 때", seoul.second(datetime.now(UTC))],
        ["사유", found.reason],
    ]
    async with book_file(conn, export, about) as book:
        await _write_list(conn, found, listed, book)


async def _write_list(conn: Connection, found: ExportRow, listed: AnyList, file: ListFile) -> None:
    where = listed.where(found.query)
    # Whoever asked for the file was let through when they did.
    where.is_counted = True
    await file.add([[column.label for column in listed.file_columns]])
    count = 0
    async for batch in stream(conn, as_read, listed.select(found.query, where), size=BATCH, **where.params):
        await file.add([cells(listed.file_columns, values) for values in batch])
        count += len(batch)
    await file.end()
    await queries.finish(conn, found.id, rows=count, size=file.size, keep=KEPT)


async def _write_own_data(db: Database, conn: Connection, export: ExportId, member: MemberId) -> None:
    with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        async with db.snapshot() as frozen:
            count = await write_archive(frozen, member, file)
        size = await store(conn, export, file)
    await queries.finish(conn, export, rows=count, size=size, keep=KEPT)


@job("exports.expire_files", cron="23 * * * *", lock="exports.expire_files")
async def expire_exports(db: Database) -> None:
    await in_batches(db, queries.expire, size=20)
