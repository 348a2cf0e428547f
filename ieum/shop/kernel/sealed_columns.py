"""Columns of tables that hold something sealed, read and written by `ieum reseal` and the job that binds old values."""

from collections.abc import Sequence
from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealing import Place, Sealer, is_unbound

_UNBOUND: LiteralString = "= '\\x67'::bytea"


class Sealed(msgspec.Struct, frozen=True):
    """A row with something sealed in it, for sealing it anew. `row` says what it is bound to."""

    id: int
    row: str
    sealed: bytes


class SealedColumn(msgspec.Struct, frozen=True):
    """The column of a room's table that holds something sealed, read and written batch by batch."""

    table: LiteralString
    column: LiteralString
    row: LiteralString
    """SQL for what the value is bound to."""
    id: LiteralString = "id"
    bound_as: str | None = None
    """The column that its values are bound to, if they move on to that one as they are."""

    @property
    def name(self) -> str:
        return self.bound_as or f"{self.table}.{self.column}"

    async def lock(self, conn: Connection, *, after: int, limit: int) -> list[Sealed]:
        """Lock the next batch of sealed rows, by their ids."""
        return await fetch_all(
            conn,
            Sealed,
            f"""
            SELECT {self.id} AS id, {self.row} AS row, {self.column} AS sealed FROM {self.table}
             WHERE {self.column} IS NOT NULL AND {self.id} > %(after)s ORDER BY {self.id} LIMIT %(limit)s FOR UPDATE
            """,
            after=after,
            limit=limit,
        )

    async def lock_unbound(self, conn: Connection, *, after: int, limit: int) -> list[Sealed]:
        """Lock the next batch of rows that hold a value of the form before, except those that somebody else holds."""
        return await fetch_all(
            conn,
            Sealed,
            f"""
            SELECT {self.id} AS id, {self.row} AS row, {self.column} AS sealed FROM {self.table}
             WHERE substring({self.column} FROM 1 FOR 1) {_UNBOUND} AND {self.id} > %(after)s
             ORDER BY {self.id} LIMIT %(limit)s FOR UPDATE SKIP LOCKED
            """,
            after=after,
            limit=limit,
        )

    async def has_unbound(self, conn: Connection) -> bool:
        return await any_row(
            conn,
            f"SELECT FROM {self.table} WHERE substring({self.column} FROM 1 FOR 1) {_UNBOUND} LIMIT 1",
        )

    async def count_unbound(self, conn: Connection) -> int:
        return await fetch_one(
            conn,
            int,
            f"SELECT count(*) FROM {self.table} WHERE substring({self.column} FROM 1 FOR 1) {_UNBOUND}",
        )

    async def write(self, conn: Connection, rows: Sequence[Sealed]) -> None:
        await execute(
            conn,
            f"""
            UPDATE {self.table} t SET {self.column} = n.sealed
              FROM unnest(%(ids)s::bigint[], %(sealed)s::bytea[]) AS n (id, sealed) WHERE t.{self.id} = n.id
            """,
            ids=[row.id for row in rows],
            sealed=[row.sealed for row in rows],
        )

    def anew(self, row: Sealed, sealer: Sealer, *, may_be_unbound: bool) -> Sealed:
        """Seal the row's value for its place, with the newest key. Raises SealBrokenError."""
        place = Place(self.name, row.row)
        text = (
            sealer.open_unbound(row.sealed)
            if may_be_unbound and is_unbound(row.sealed)
            else sealer.open(row.sealed, of=place)
        )
        return Sealed(row.id, row.row, sealer.seal(text, of=place))
