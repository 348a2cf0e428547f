"""Writes the month for the accountant into a ZIP of CSV files, with a bounded number of rows in memory."""

import asyncio
import tempfile
import zipfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import IO

from ieum.shop.accountant.sheets import SHEETS, Sheet
from ieum.shop.accountant.types import AccountantMonth
from ieum.shop.desk.acting import Actor
from ieum.shop.desk.noted import Noted
from ieum.shop.invoices.desk.filters import span_of
from ieum.shop.kernel import spreadsheets
from ieum.shop.kernel.db import Connection, Database, stream
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.spreadsheets import Cell

# Rows in memory at a time, here and at the database.
BATCH = 2_000
# Above, the file is on the disk.
IN_MEMORY = 2 * 1024 * 1024
CHUNK = 64 * 1024


TAKEN = Noted("accountant.export", "accountant")


class MonthToCome(ShopError):
    code = "month_to_come"
    title = "아직 오지 않은 달입니다"
    detail = "아직 시작하지 않은 달입니다. 지난 달이나 이번 달을 골라 주세요."


async def write_month(actor: Actor, db: Database, data: AccountantMonth) -> IO[bytes]:
    """The file, at its beginning; whoever reads it closes it. The record says how many rows it has.

    All tables are of one moment, so that the days add up to the payments and refunds. The record is written after them:
    with two connections at a time, as many calls as there are connections would all wait for a second one. Raises
    MonthToCome, StaffUnauthenticated.
    """
    since, until = span_of(data.month)
    if since > datetime.now(UTC):
        raise MonthToCome
    with ExitStack() as stack:
        file = stack.enter_context(tempfile.SpooledTemporaryFile(max_size=IN_MEMORY))
        counts: dict[str, int] = {}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            async with db.snapshot() as conn:
                for sheet in SHEETS:
                    name = f"{data.month} {sheet.name}"
                    counts[sheet.name] = await _write(conn, archive, name, sheet, since=since, until=until)
        async with actor.transaction() as act:
            TAKEN.by(act, data.month, after={"rows": counts}, reason=data.reason)
        file.seek(0)
        stack.pop_all()
    return file


async def _write(
    conn: Connection, archive: zipfile.ZipFile, name: str, sheet: Sheet, *, since: datetime, until: datetime
) -> int:
    count = 0
    with archive.open(name, "w", force_zip64=True) as entry:
        entry.write(spreadsheets.text_of([sheet.headings]))
        async for rows in stream(conn, _cells, sheet.query, size=BATCH, since=since, until=until):
            count += len(rows)
            # Compressing takes a moment, in which others are answered.
            await asyncio.to_thread(entry.write, spreadsheets.more_of(rows))
    return count


def _cells(*cells: Cell) -> Sequence[Cell]:
    return cells


async def chunks_of(file: IO[bytes]) -> AsyncGenerator[bytes]:
    with file:
        while chunk := await asyncio.to_thread(file.read, CHUNK):
            yield chunk
