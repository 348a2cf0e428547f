"""The slot at the server, which keeps WAL until the archiver has it, and says how far that is."""

import asyncio
from datetime import datetime

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional

SLOT = "ieum_backup"
# The server learns within milliseconds what has come; a receiver that is behind by more is told of next time.
ARRIVES_WITHIN_SECONDS = 5


class Written(msgspec.Struct):
    """Position that the server has written, and its time: once it is at the place, nothing from before is lost."""

    at: datetime
    lsn: str


class Stand(msgspec.Struct):
    """The segment that the slot stands at, named as of the server's timeline, and the size of each."""

    segment: str
    segment_size: int
    # Somebody receives through it.
    active: bool


async def ensure(conn: Connection) -> bool:
    """Make the slot where there is none, or where the server has given up what it stood for. True where it was made."""
    status = await fetch_optional(
        conn,
        str,
        "SELECT coalesce(wal_status, 'lost') FROM pg_replication_slots WHERE slot_name = %(slot)s",
        slot=SLOT,
    )
    if status is not None and status != "lost":
        return False
    if status is not None:
        await execute(conn, "SELECT pg_drop_replication_slot(%(slot)s)", slot=SLOT)
    await execute(conn, "SELECT pg_create_physical_replication_slot(%(slot)s, true)", slot=SLOT)
    return True


async def read(conn: Connection) -> Stand:
    return await fetch_one(
        conn,
        Stand,
        """
        SELECT pg_walfile_name(coalesce(restart_lsn, pg_current_wal_flush_lsn())) AS segment, active,
               pg_size_bytes(current_setting('wal_segment_size')) AS segment_size
          FROM pg_replication_slots WHERE slot_name = %(slot)s
        """,
        slot=SLOT,
    )


async def read_written(conn: Connection) -> Written:
    return await fetch_one(
        conn, Written, "SELECT clock_timestamp() AS at, pg_current_wal_flush_lsn()::text AS lsn"
    )


async def wait_for(conn: Connection, written: Written) -> bool | None:
    """Wait until the slot has passed this LSN; False if it did not in time, None if no receiver is active."""
    state: bool | None = None
    for _ in range(ARRIVES_WITHIN_SECONDS * 10):
        state = await fetch_optional(
            conn,
            bool,
            """
            SELECT coalesce(restart_lsn >= %(lsn)s::pg_lsn, false) FROM pg_replication_slots
             WHERE slot_name = %(slot)s AND active
            """,
            lsn=written.lsn,
            slot=SLOT,
        )
        if state:
            return True
        await asyncio.sleep(0.1)
    return state
