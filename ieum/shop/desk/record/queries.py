from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

from msgspec import structs
from psycopg.types.json import Jsonb

from ieum.shop.desk.record.types import Entry, Head
from ieum.shop.kernel.db import Connection, execute, fetch_one, stream


async def lock_head(conn: Connection) -> Head:
    """Hold the end of the chain until the transaction ends: of two writers one goes on after the other's entry."""
    return await fetch_one(conn, Head, "SELECT index, hash FROM staff_record_head FOR UPDATE")


async def get_head(conn: Connection) -> Head:
    return await fetch_one(conn, Head, "SELECT index, hash FROM staff_record_head")


async def insert(conn: Connection, entry: Entry) -> None:
    """Append, and move the end of the chain here. The caller holds the head."""
    await execute(
        conn,
        """
        WITH moved AS (UPDATE staff_record_head SET index = %(index)s, hash = %(hash)s)
        INSERT INTO staff_record (index, at, staff_id, session_id, role, action, object_kind, object_id, reason,
                                  before, after, request_id, address, approval_id, alone, hash)
        VALUES (%(index)s, %(at)s, %(staff_id)s, %(session_id)s, %(role)s, %(action)s, %(object_kind)s, %(object_id)s,
                %(reason)s, %(before)s, %(after)s, %(request_id)s, %(address)s, %(approval_id)s, %(alone)s, %(hash)s)
        """,
        index=entry.index,
        at=entry.at,
        staff_id=entry.staff_id,
        session_id=entry.session_id,
        role=entry.role,
        action=entry.action,
        object_kind=entry.object_kind,
        object_id=entry.object_id,
        reason=entry.reason,
        before=_json(entry.before),
        after=_json(entry.after),
        request_id=entry.request_id,
        address=entry.address,
        approval_id=entry.approval_id,
        alone=entry.alone,
        hash=entry.hash,
    )


def _json(value: Any) -> Jsonb | None:
    return None if value is None else Jsonb(value)


async def stream_entries(conn: Connection, *, until: int, size: int) -> AsyncGenerator[list[Entry]]:
    """The entries up to this index in their order, so many at a time; the caller is in a transaction."""
    batches = stream(
        conn,
        _entry,
        """
        SELECT index, at, staff_id, session_id, role, action, object_kind, object_id, reason, before, after, request_id,
               address, approval_id, alone, hash
          FROM staff_record WHERE index <= %(until)s ORDER BY index
        """,
        size=size,
        until=until,
    )
    async for batch in batches:
        yield batch


def _entry(*values: Any) -> Entry:
    entry = Entry(**dict(zip(Entry.__struct_fields__, values, strict=True)))
    # As it was hashed: in UTC, whatever this connection speaks.
    return structs.replace(entry, at=entry.at.astimezone(UTC))


async def moment(conn: Connection) -> datetime:
    """The time of the transaction's statement by the database's clock, which all writers share."""
    return await fetch_one(conn, datetime, "SELECT clock_timestamp()")
