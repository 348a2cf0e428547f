"""Queries on exports and the pieces of their files."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import LiteralString

from ieum.shop.desk.listing import AnyList
from ieum.shop.desk.lists import Where
from ieum.shop.desk.types import StaffId
from ieum.shop.exports.listed import EXPORTS
from ieum.shop.exports.types import ExportId, ExportRow
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one, fetch_optional


async def count_rows(conn: Connection, listed: AnyList, where: Where) -> int:
    return await fetch_one(
        conn, int, f"SELECT count(*) FROM {listed.counted} WHERE {where.sql}", **where.params
    )


async def insert(
    conn: Connection, screen: str, query: str, *, reason: str, expected: int, state: str, by: StaffId
) -> ExportId:
    return await fetch_one(
        conn,
        ExportId,
        """
        INSERT INTO exports (screen, query, reason, expected, state, asked_by)
        VALUES (%(screen)s, %(filters)s, %(reason)s, %(expected)s, %(state)s, %(by)s) RETURNING id
        """,
        screen=screen,
        filters=query,
        reason=reason,
        expected=expected,
        state=state,
        by=by,
    )


async def find(conn: Connection, export: ExportId, *, holds: bool = False) -> ExportRow | None:
    lock: LiteralString = "FOR UPDATE" if holds else ""
    return await fetch_optional(
        conn, ExportRow, f"SELECT {EXPORTS.line} FROM exports x WHERE x.id = %(id)s {lock}", id=export
    )


async def hold_presses(conn: Connection, staff: StaffId) -> None:
    """Hold this person's presses, also those of another login: a second one waits, and counts this one."""
    await execute(
        conn,
        "SELECT pg_advisory_xact_lock(hashtextextended('exports:' || %(staff)s::bigint, 7232))",
        staff=staff,
    )


async def count_making(conn: Connection, staff: StaffId) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT count(*) FROM exports WHERE asked_by = %(staff)s AND state = 'making'",
        staff=staff,
    )


async def list_unmade(conn: Connection) -> list[ExportId]:
    return await fetch_all(conn, ExportId, "SELECT id FROM exports WHERE state = 'making' ORDER BY id")


async def set_state(conn: Connection, export: ExportId, state: str) -> None:
    await execute(conn, "UPDATE exports SET state = %(state)s WHERE id = %(id)s", state=state, id=export)


async def count_try(conn: Connection, export: ExportId) -> int | None:
    """Note that its file is begun once more; None where it is made by now."""
    return await fetch_optional(
        conn,
        int,
        "UPDATE exports SET tries = tries + 1 WHERE id = %(id)s AND state = 'making' RETURNING tries",
        id=export,
    )


async def insert_piece(conn: Connection, export: ExportId, number: int, content: bytes) -> None:
    await execute(
        conn,
        "INSERT INTO export_pieces (export_id, number, content) VALUES (%(id)s, %(number)s, %(content)s)",
        id=export,
        number=number,
        content=content,
    )


async def finish(conn: Connection, export: ExportId, *, rows: int, size: int, keep: timedelta) -> None:
    await execute(
        conn,
        """
        UPDATE exports SET state = 'ready', rows = %(rows)s, bytes = %(size)s, made_at = now(),
               expires_at = now() + %(keep)s
         WHERE id = %(id)s
        """,
        id=export,
        rows=rows,
        size=size,
        keep=keep,
    )


async def count_download(conn: Connection, export: ExportId) -> None:
    await execute(conn, "UPDATE exports SET downloads = downloads + 1 WHERE id = %(id)s", id=export)


async def read_pieces(db: Database, export: ExportId) -> AsyncGenerator[bytes]:
    """The file, a piece at a time, with no connection held while whoever reads is slow."""
    number = 0
    while True:
        async with db.connection() as conn:
            piece = await fetch_optional(
                conn,
                bytes,
                "SELECT content FROM export_pieces WHERE export_id = %(id)s AND number = %(number)s",
                id=export,
                number=number,
            )
        if piece is None:
            return
        yield piece
        number += 1


async def expire(conn: Connection, *, limit: int) -> int:
    """Delete the files whose day is over; what was exported stays written down."""
    return await execute(
        conn,
        """
        WITH due AS (
            SELECT id FROM exports WHERE state = 'ready' AND expires_at <= now()
             ORDER BY expires_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED
        ), emptied AS (DELETE FROM export_pieces WHERE export_id IN (SELECT id FROM due))
        UPDATE exports SET state = 'over' WHERE id IN (SELECT id FROM due)
        """,
        limit=limit,
    )
