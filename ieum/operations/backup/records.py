"""Rows of `backups`: what was saved, up to when, and whether it could be restored. Doctor and metrics read them."""

from asyncio import CancelledError
from datetime import datetime
from typing import Literal

from psycopg import Error as PostgresError

from ieum.operations.backup.interrupts import is_interrupt
from ieum.operations.backup.place import BackupError
from ieum.operations.backup.source import connect
from ieum.shop.kernel.alarms import clear_about, raise_alarm
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one, fetch_optional

# What the alarm of lost WAL refers to: it stands until there is a base backup from after the gap.
GAP = "wal-gap"
# What the alarm of copies that are not needed any more and stay refers to: the newest copy is good all the same.
LEFT = "old-copies"

type Kind = Literal["base", "wal", "files", "check", "restore"]


async def begin(conn: Connection, kind: Kind, *, place: str, label: str | None = None) -> int:
    """Note that a run has begun. Rows of the same kind that never ended belong to a process that was killed."""
    await execute(
        conn,
        """
        UPDATE backups SET ended_at = greatest(clock_timestamp(), began_at), ok = false,
               detail = left('ended without a word; ' || detail, 2000)
         WHERE kind = %(kind)s AND ended_at IS NULL
        """,
        kind=kind,
    )
    return await fetch_one(
        conn,
        int,
        "INSERT INTO backups (kind, place, label) VALUES (%(kind)s, %(place)s, %(label)s) RETURNING id",
        kind=kind,
        place=place,
        label=label,
    )


async def end_well(
    conn: Connection, run: int, *, label: str, size: int | None = None, wal_until: datetime | None = None
) -> None:
    """Note that a run has done what it should, and clear the alarm of those before it.

    Raises BackupError where its row is gone, as after a restore or where a standby took over: nothing may say so then.
    """
    kind = await fetch_optional(
        conn,
        str,
        """
        UPDATE backups SET ended_at = greatest(clock_timestamp(), began_at), ok = true, label = %(label)s,
               bytes = %(size)s, wal_until = %(wal_until)s, detail = ''
         WHERE id = %(run)s RETURNING kind
        """,
        run=run,
        label=label,
        size=size,
        wal_until=wal_until,
    )
    if kind is None:
        raise BackupError(
            f"{label} is done, but the database has lost the row that noted its beginning: was it restored, or did a"
            " standby take over? Run this again"
        )
    await clear_about(conn, "backup_failed", reference=kind, by="backup")


async def end_badly(conn: Connection, run: int, kind: Kind, reason: str) -> None:
    """Note that a run has failed, and raise the alarm of its kind, even if its row is gone. No secret in `reason`."""
    reason = _storable(reason)
    await execute(
        conn,
        """
        UPDATE backups SET ended_at = greatest(clock_timestamp(), began_at), ok = false, detail = left(%(reason)s, 2000)
         WHERE id = %(run)s
        """,
        run=run,
        reason=reason,
    )
    await tell(conn, kind, reason)


async def tell(conn: Connection, about: str, reason: str) -> None:
    """Raise the alarm of a kind of run, which the next good one clears, or of LEFT. No secret in `reason`.

    The newest reason stands in it: whoever has mended the first and starts again is to see what is wrong now.
    """
    await raise_alarm(conn, "backup_failed", reference=about, detail=_storable(reason), renews=True)


async def note_failure(url: str, run: int, kind: Kind, error: BaseException) -> None:
    """Note a failed run on a new connection: the one from before may be hours old, or what has failed.

    Never raises what would hide `error`: that nobody could be told is added to it.
    """
    was_stopped = isinstance(error, CancelledError) or is_interrupt(error)
    reason = "it was stopped before its end" if was_stopped else str(error) or type(error).__name__
    try:
        async with await connect(url) as conn:
            await end_badly(conn, run, kind, reason)
    except PostgresError as unnoted:
        error.add_note(
            "This could not be noted in the database, so there is no alarm of it yet; one comes once the last good"
            f" run is too old. {unnoted}"
        )


async def end_left_open(conn: Connection) -> None:
    """Of a database that was restored: what ran as it was copied never ended in it."""
    await execute(
        conn,
        """
        UPDATE backups SET ended_at = greatest(clock_timestamp(), began_at), ok = false,
               detail = left('the database was restored; ' || detail, 2000)
         WHERE ended_at IS NULL
        """,
    )


async def stop_archiving(conn: Connection, run: int) -> None:
    """Note that the archiver was stopped by whoever runs it."""
    await execute(
        conn,
        """
        UPDATE backups SET ended_at = greatest(clock_timestamp(), began_at), ok = detail = ''
         WHERE id = %(run)s AND ended_at IS NULL
        """,
        run=run,
    )


async def note_archived(conn: Connection, run: int, *, wal_until: datetime, size: int) -> bool:
    """Note up to when all is at the place; `size` is what came there since the last time. Clears what was wrong.

    False where the row of the run is gone, and nothing notes it.
    """
    is_noted = await any_row(
        conn,
        """
        UPDATE backups SET wal_until = %(wal_until)s, bytes = coalesce(bytes, 0) + %(size)s, detail = ''
         WHERE id = %(run)s
        """,
        run=run,
        wal_until=wal_until,
        size=size,
    )
    await clear_about(conn, "backup_failed", reference="wal", by="backup")
    return is_noted


async def find_archived_until(conn: Connection, place: str) -> datetime | None:
    """The moment up to which the log was brought to the place; None where nobody has."""
    return await fetch_optional(
        conn,
        datetime,
        """
        SELECT wal_until FROM backups
         WHERE kind = 'wal' AND place = %(place)s AND wal_until IS NOT NULL ORDER BY id DESC LIMIT 1
        """,
        place=place,
    )


async def note_trouble(conn: Connection, run: int, reason: str) -> None:
    """Note what keeps the archiver from its work; it goes on trying."""
    reason = _storable(reason)
    await execute(
        conn,
        "UPDATE backups SET detail = left(%(reason)s, 2000) WHERE id = %(run)s",
        run=run,
        reason=reason,
    )
    await tell(conn, "wal", reason)


def _storable(text: str) -> str:
    """Without what no column takes: a name of a file may hold any byte."""
    return text.encode(errors="replace").decode().replace("\0", "?")
