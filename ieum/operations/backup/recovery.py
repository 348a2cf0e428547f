"""Brings a copy to an empty folder and to a moment: fetched, verified, replayed, and open for questions."""

import fcntl
import hashlib
import os
import shutil
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ieum.common import launch
from ieum.common.progress import Progress
from ieum.operations.backup import labels, manifest, pipes
from ieum.operations.backup.labels import BASE, WAL, Label
from ieum.operations.backup.pipes import Stage
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.server import WORK, LogEndsError, RecoveringServer
from ieum.operations.backup.source import find_programs
from ieum.operations.backup.stored_log import ROOM, StoredLog
from ieum.operations.postgres.cluster import database_user
from ieum.operations.postgres.private_server import reaching
from ieum.shop.server import baseline

_FLEETING = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


class Recovered(NamedTuple):
    """A server that is open, and the last moment that it knows of."""

    label: Label
    url: str
    last: datetime
    # Why it could not come to the end of what lies at the place; empty where it did, or was not asked to.
    broken: str = ""


@contextmanager
def recovered(
    place: Place,
    label: Label,
    folder: Path,
    *,
    until: datetime | None,
    progress: Progress,
    is_scratch: bool = False,
) -> Generator[Recovered]:
    """Restore the copy and replay to a moment, or all there is; the server runs while the block does.

    `place` is the folder of one server. Raises BackupError: where the copy is not this shop's, the folder is not empty,
    at the first difference between the files and what was copied, and where the WAL does not reach the moment. A
    scratch is not brought to the disk. What an interrupted or refused restore has left in the folder is removed by the
    next one.
    """
    if not labels.is_proven(place, label):
        raise BackupError(
            f"the copy {label.name} is not this shop's: somebody else has written its label, or it was made with a key"
            " that IEUM_SEALING_KEYS does not have (docs/operate/backup.md, Backups)"
        )
    bin_dir = find_programs(label.version // 10_000)
    folder.mkdir(parents=True, exist_ok=True)
    with alone_in(folder):
        user = _prepare(folder, max(label.size, label.unpacked))
        with ExitStack() as stack:
            try:
                _fetch(place, label, folder, user, progress)
                _refuse_foreign(folder)
                log = StoredLog(place, label, folder / WORK / WAL)
                log.look_at(folder / "pg_wal")
                segments = log.fetch(progress)
                manifest.verify(folder, bin_dir, user, progress)
                _write(folder / "recovery.signal", user)
                server = stack.enter_context(
                    RecoveringServer(
                        folder,
                        bin_dir,
                        user=user,
                        settings=_settings(log, until) | (_FLEETING if is_scratch else {}),
                    )
                )
                try:
                    server.wait_until_recovered(
                        database=label.database, role=label.role, progress=progress, segments=segments
                    )
                except LogEndsError as error:
                    reason = log.find_break() or "without --to all of it is restored"
                    raise BackupError(f"{error}: {reason}") from None
                url = server.url(database=label.database, role=label.role)
                _refuse_older(url)
            except BackupError:
                stack.close()
                empty(folder)
                raise
            last = server.last_transaction() or label.ended_at
            yield Recovered(label, url, last, log.find_break() if until is None else "")
        # Last of all: a folder that has it is not restored. A scratch is none, and goes as a whole.
        if not is_scratch:
            shutil.rmtree(folder / WORK)


@contextmanager
def alone_in(folder: Path) -> Generator[None]:
    """Hold the folder for this restore alone: two would take each other's files for left over.

    Raises BackupError if another one works in it. A killed process lets go of it.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackupError(f"another restore works in {folder}") from None
        yield
    finally:
        os.close(handle)


def _settings(log: StoredLog, until: datetime | None) -> dict[str, str]:
    settings = {
        "restore_command": log.command(),
        "recovery_target_timeline": "latest",
    }
    if until is not None:
        settings["recovery_target_time"] = f"{until.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}+00"
        settings["recovery_target_action"] = "promote"
    return settings


def _refuse_older(url: str) -> None:
    try:
        baseline.check(url)
    except baseline.TooOldError:
        raise BackupError(
            "이 백업은 2026년 12월 전의 버전이 만들어 이 버전으로 복구할 수 없으니, 그 버전의 ieum으로 복구해 주세요."
        ) from None


def _prepare(folder: Path, size: int) -> launch.RunAs | None:
    """Make the folder ready and find out whose it is; root restores for its owner. Raises BackupError."""
    if any(folder.iterdir()):
        # Root would go wherever a link leads that the folder's owner has laid here.
        if (folder / WORK).is_symlink() or not (folder / WORK).is_dir():
            raise BackupError(f"{folder} is not empty; nothing is ever restored over a database")
        if (folder / "postmaster.pid").exists() and _is_served(folder):
            raise BackupError(f"a server runs on {folder}")
        if _was_started_since(folder):
            raise BackupError(
                f"{folder} was left by a restore that was interrupted, and a server has been started on it since:"
                " nothing is ever restored over a database; move it away"
            )
        empty(folder)
    user = database_user(folder)
    if os.geteuid() == 0 or folder.stat().st_uid == os.geteuid():
        folder.chmod(0o700)
    room = shutil.disk_usage(folder).free
    if room < size + ROOM:
        raise BackupError(f"{folder} has room for {room:,} bytes; the copy needs {size:,}, and its log more")
    (folder / WORK / WAL).mkdir(parents=True)
    if user is not None:
        for path in (folder, folder / WORK, folder / WORK / WAL):
            os.chown(path, user.uid, user.gid, follow_symlinks=False)
    return user


def _is_served(folder: Path) -> bool:
    lines = (folder / "postmaster.pid").read_text().splitlines()
    # Of a disk that was full as it was written, it is empty.
    return bool(lines) and Path("/proc", lines[0].strip()).exists()


def _was_started_since(folder: Path) -> bool:
    """Each start of a server writes down its words; those of a restore name its folder."""
    words = folder / "postmaster.opts"
    return words.exists() and WORK not in words.read_text(errors="replace")


def empty(folder: Path) -> None:
    """Remove what a restore has left there, so that whatever remains when this is broken off is still known as such."""
    for entry in folder.iterdir():
        if entry.name != WORK:
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    # Last: without it what is left would look like somebody's database.
    shutil.rmtree(folder / WORK, ignore_errors=True)


def _fetch(place: Place, label: Label, folder: Path, user: launch.RunAs | None, progress: Progress) -> None:
    archive, digest = place.below(BASE), hashlib.sha256()
    stored, unpacked = _Bound(label.stored), _Bound(label.unpacked)

    def watch(chunk: bytes) -> None:
        digest.update(chunk)
        stored.add(chunk)

    stages = [
        Stage("rclone", archive.reading(label.archive), archive.environment, watch=watch),
        Stage("zstd", ["zstd", "-q", "-d", "-c"], watch=unpacked.add if label.sha256 else None),
        Stage("tar", ["tar", "--extract", f"--directory={folder}"], run_as=reaching(user, folder)),
    ]
    with progress.step("base backup", total=label.stored, unit="bytes") as advance:
        try:
            pipes.run(stages, advance)
        except BackupError as error:
            raise BackupError(f"the copy {label.name} cannot be unpacked: {error}") from None
    # Nothing of it has run until here: an archive is files, and what they say is only done by the server.
    if label.sha256 and digest.hexdigest() != label.sha256:
        raise BackupError(
            f"the copy {label.name} is not what was stored: its archive was changed at the place"
        )


class _Bound:
    """Ends what becomes longer than it was: a small archive can unpack to more than any disk has."""

    def __init__(self, most: int) -> None:
        self._left = most

    def add(self, chunk: bytes) -> None:
        self._left -= len(chunk)
        if self._left < 0:
            raise BackupError("it is longer than what was copied")


def _refuse_foreign(folder: Path) -> None:
    """Refuse a copy with files that are ours to write. Raises BackupError.

    No server's copy does; who can write to the place could so lead this process, which may be root, to any file.
    """
    ours = [path.relative_to(folder) for path in (folder / WORK).rglob("*")]
    if (
        ours != [Path(WORK, WAL)]
        or (folder / WORK).is_symlink()
        or (folder / ours[0]).is_symlink()
        or any(os.path.lexists(folder / name) for name in ("recovery.signal", "standby.signal"))
    ):
        raise BackupError(
            "the copy holds files that belong to a restore: it is none that ieum backup has made"
        )


def _write(file: Path, user: launch.RunAs | None) -> None:
    file.touch(mode=0o600, exist_ok=False)
    if user is not None:
        os.chown(file, user.uid, user.gid, follow_symlinks=False)
