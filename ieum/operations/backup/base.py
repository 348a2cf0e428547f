"""Takes a base backup: one stream from the server through a compressor to the place, with nothing kept here."""

import hashlib
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from psycopg import OperationalError
from psycopg.errors import AdminShutdown, DuplicateObject

from ieum.common.progress import Progress
from ieum.operations.backup import labels, pipes, records
from ieum.operations.backup.labels import BASE, WAL, Label
from ieum.operations.backup.manifest import algorithm_for
from ieum.operations.backup.pipes import Stage
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.settings import BackupSettings
from ieum.operations.backup.source import Source, connect, environment, find_programs, read_source
from ieum.shop.kernel.alarms import clear_about
from ieum.shop.kernel.db import Connection, fetch_one, fetch_optional


class _Start(msgspec.Struct):
    """Begin of a copy: it needs nothing from before this segment; and since when its server runs."""

    began_at: datetime
    segment: str
    server_began_at: datetime


async def back_up(settings: BackupSettings, place: Place, progress: Progress) -> Label:
    """Take a copy, note it, and delete what is not needed any more. Raises BackupError, noted with an alarm."""
    async with await connect(settings.database_url) as conn:
        run = await records.begin(conn, "base", place=settings.place)
    try:
        place.check_own()
        async with await connect(settings.database_url) as conn:
            proven = await _find_proven(conn)
            # The shop's own, by which a restored database is asked; the role that copies it may do nothing else.
            shop = await read_source(conn)
        async with await connect(settings.source_url) as source:
            label = await _take(source, shop, settings, place, progress)
    except BaseException as error:
        # A copy that was interrupted is a failure, too.
        await records.note_failure(settings.database_url, run, "base", error)
        raise
    async with await connect(settings.database_url) as conn:
        await records.end_well(conn, run, label=label.name, size=label.stored, wal_until=label.ended_at)
        await clear_about(conn, "backup_failed", reference=records.GAP, by="backup")
    await _tidy(settings, place.below(label.system), label, proven=proven)
    return label


async def _tidy(settings: BackupSettings, place: Place, label: Label, *, proven: str | None) -> None:
    """Delete what is not needed any more. Raises BackupError, noted with an alarm: the place would fill up."""
    try:
        _delete_old(place, keep=settings.keep, proven=proven)
    except BackupError as error:
        reason = f"the copy {label.name} is good, and older ones could not be deleted: {error}"
        async with await connect(settings.database_url) as conn:
            await records.tell(conn, records.LEFT, reason)
        raise BackupError(reason) from error
    # It may have taken an hour, in which a connection would have done nothing.
    async with await connect(settings.database_url) as conn:
        await clear_about(conn, "backup_failed", reference=records.LEFT, by="backup")


async def _take(
    conn: Connection, shop: Source, settings: BackupSettings, place: Place, progress: Progress
) -> Label:
    source = await read_source(conn)
    if source.system != shop.system:
        raise BackupError("IEUM_BACKUP_DATABASE_URL is another server than IEUM_DATABASE_URL")
    if source.is_standby:
        # Its copy brings the last segment as far as the standby had it, and a restore takes that for all of it.
        raise BackupError(
            "IEUM_BACKUP_DATABASE_URL leads to a standby; name all hosts and target_session_attrs=read-write"
        )
    if source.tablespaces:
        raise BackupError("the server has tablespaces of its own, which this command does not copy")
    bin_dir = find_programs(source.major)
    start = await _hold_wal(conn)
    name = f"{start.began_at:%Y%m%dT%H%M%SZ}"
    folder = place.below(f"{source.system}/{BASE}")
    archive = f"{name}.tar.zst"
    _delete_abandoned(folder, before=name)
    unpacked, packed = _Length(), hashlib.sha256()
    try:
        with progress.step("base backup", total=source.size, unit="bytes") as advance:
            pipes.run(
                [
                    Stage(
                        "pg_basebackup",
                        _words(bin_dir, name),
                        environment(settings.source_url),
                        watch=unpacked.add,
                    ),
                    Stage("zstd", ["zstd", "-q", "-c", "-3", "-T1"], watch=packed.update),
                    Stage("rclone", folder.storing(archive), folder.environment),
                ],
                advance,
            )
        stored = next((file.size for file in folder.files() if file.name == archive), 0)
        label = Label(
            name=name,
            began_at=start.began_at,
            # Later than the end of the copy, from which on it is consistent.
            ended_at=await fetch_one(conn, datetime, "SELECT clock_timestamp()"),
            system=source.system,
            version=source.version,
            database=shop.database,
            role=shop.role,
            wal_first=start.segment,
            stored=stored,
            size=source.size,
            unpacked=unpacked.total,
            sha256=packed.hexdigest(),
        )
    except BaseException as error:
        # Without its label nobody would ever find it.
        try:
            folder.delete([archive])
        except BackupError as left:
            error.add_note(f"What of it lies at the place goes with the next copy. {left}")
        if isinstance(error, BackupError) and await _is_given_up(conn, start, settings.source_url):
            raise BackupError(
                f"during the copy the server wrote more log than max_slot_wal_keep_size ({source.slot_limit}) lets it"
                " keep: raise that, or take the copy when less is written"
            ) from error
        raise
    if not stored:
        raise BackupError(f"{archive} is not at the place after it was stored there")
    return labels.write(place.below(source.system), label)


def _delete_abandoned(folder: Place, *, before: str) -> None:
    """Take away what killed copies have left, or this one may not fit; it holds the slot, so none of them goes on.

    Where that fails, the copy itself says what is wrong with the place, or what is abandoned goes after it.
    """
    with suppress(BackupError):
        folder.delete(labels.find_abandoned((file.name for file in folder.files()), before))


class _Length:
    total = 0

    def add(self, chunk: bytes) -> None:
        self.total += len(chunk)


async def _hold_wal(conn: Connection) -> _Start:
    """Have the server keep the WAL that the copy will need, until this connection ends.

    One slot of this name, so that there is one copy at a time: two of the same second would be one file at the place,
    and the one that fails would take the other's away. Raises BackupError.
    """
    try:
        return await fetch_one(
            conn,
            _Start,
            """
            SELECT clock_timestamp() AS began_at, pg_walfile_name(slot.lsn) AS segment,
                   pg_postmaster_start_time() AS server_began_at
              FROM pg_create_physical_replication_slot('ieum_base', true, true) slot
            """,
        )
    except DuplicateObject:
        raise BackupError("another base backup of this server is being taken") from None


async def _is_given_up(conn: Connection, start: _Start, url: str) -> bool:
    """Tell whether the server has given up the WAL. It then ends the connection that holds the slot, and goes on.

    One that crashed, was stopped or is not the primary any more has ended the connection, too.
    """
    try:
        status = await fetch_optional(
            conn, str, "SELECT wal_status FROM pg_replication_slots WHERE slot_name = 'ieum_base'"
        )
    except AdminShutdown:
        return await _goes_on(start, url)
    except OperationalError:
        return False
    return status in {None, "lost"}


async def _goes_on(start: _Start, url: str) -> bool:
    try:
        async with await connect(url) as conn:
            return start.server_began_at == await fetch_one(
                conn, datetime, "SELECT pg_postmaster_start_time()"
            )
    except OperationalError:
        return False


def _words(bin_dir: Path, name: str) -> list[str]:
    """To standard output a copy can only carry its WAL as files at its end, and its list of files last."""
    return [
        str(bin_dir / "pg_basebackup"),
        "--pgdata=-",
        "--format=tar",
        "--wal-method=fetch",
        "--checkpoint=fast",
        f"--manifest-checksums={algorithm_for(bin_dir)}",
        f"--label=ieum {name}",
        "--no-password",
    ]


async def _find_proven(conn: Connection) -> str | None:
    """The newest copy that was restored as a test and found right."""
    return await fetch_optional(
        conn,
        str,
        "SELECT label FROM backups WHERE kind = 'check' AND ok ORDER BY ended_at DESC, id DESC LIMIT 1",
    )


def _delete_old(place: Place, *, keep: int, proven: str | None) -> None:
    """Labels go first: a copy that lost its archive only would still be chosen.

    Only what is proven counts: by copies that nobody took, somebody else could have this delete those that we took.
    What is not (of a key that is gone, too) goes once there are as many newer ones as are kept.
    """
    found = labels.read_all(place)
    whole = [label for label in found if labels.is_proven(place, label)]
    old = labels.superfluous(whole, keep=keep, proven=proven)
    if len(whole) >= keep:
        oldest = whole[-keep].name
        old += [
            label for label in found if label not in whole and label.name < oldest and label.name != proven
        ]
    base = place.below(BASE)
    base.delete([f"{label.name}.json" for label in old])
    base.delete([label.archive for label in old])
    kept = [label for label in whole if label not in old]
    if kept:
        base.delete(labels.find_abandoned((file.name for file in base.files()), kept[-1].name))
        wal = place.below(WAL)
        oldest = min((label.wal_first for label in kept), key=lambda segment: segment[8:])
        wal.delete(labels.wal_before((file.name for file in wal.files()), oldest))
