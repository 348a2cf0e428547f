"""Columns of tables that hold something sealed, as `ieum reseal` reads and writes them."""

from collections.abc import Sequence
from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all


class Sealed(msgspec.Struct, frozen=True):
    """A row with something sealed in it, for sealing it anew."""

    id: int
    sealed: bytes


class SealedColumn(msgspec.Struct, frozen=True):
    """The column of a room's table that holds something sealed, read and written batch by batch."""

    select: LiteralString
    update: LiteralString

    async def lock(self, conn: Connection, *, after: int, limit: int) -> list[Sealed]:
        """Lock the next batch of sealed rows, by their ids."""
        return await fetch_all(conn, Sealed, self.select, after=after, limit=limit)

    async def write(self, conn: Connection, rows: Sequence[Sealed]) -> None:
        await execute(conn, self.update, ids=[row.id for row in rows], sealed=[row.sealed for row in rows])
