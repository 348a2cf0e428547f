"""`ieum backup wal`: brings the server's WAL to the place as it is written, until it is told to end.

pg_receivewal writes it into the spool; every few seconds what is new there goes to the place, the segment that is
being written included, so that no segment has to be full before it is safe. While the place is away, WAL waits in the
spool up to a limit, then at the server up to its `max_slot_wal_keep_size`, and then it is given up with an alarm: the
shop goes on in any case.
"""

import asyncio
import logging
import shutil
import signal
import subprocess
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from psycopg import OperationalError

from ieum.operations.backup import labels, records, slot
from ieum.operations.backup.labels import WAL, in_seoul, is_segment
from ieum.operations.backup.place import BackupError, Place, last_line
from ieum.operations.backup.receiver import Receiver
from ieum.operations.backup.settings import BackupSettings
from ieum.operations.backup.source import connect, find_programs, read_source
from ieum.operations.backup.trouble import Trouble
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, fetch_optional

log = logging.getLogger(__name__)

# The most that is lost with the machine is what was written since the last round, and the time that a round takes.
ROUND_SECONDS = 15


class Archiver:
    """Archiver with a receiver and its spool. `round` is called again and again, `close` once."""

    def __init__(self, settings: BackupSettings, place: Place) -> None:
        self._settings = settings
        self._root = place
        self._place: Place | None = None
        # What the place is called in the proofs of what lies there.
        self._folder = ""
        self._spool = settings.spool
        # Compressed, on its way to the place.
        self._out = settings.spool / "out"
        self._receiver = Receiver(settings.spool)
        self._run: int | None = None
        self._trouble = Trouble(log)
        # The segment that is being written, as it was when it was last stored.
        self._part: tuple[str, int] = ("", 0)
        self._turn = 1
        # Where the slot stood before the receiver was asked for what the place lacks; empty once it gets that.
        self._went_back_from = ""
        # All that the server had written has come since the receiver was started. Until then the part of a segment may
        # be shorter than the one that lies at the place.
        self._is_level = False

    async def round(self) -> None:
        """Bring to the place what is new; whatever goes wrong is noted, and tried again in the next round."""
        try:
            async with await connect(self._settings.database_url) as conn:
                await self._round(conn)
        except OperationalError as error:
            # A primary that has died: what had come from it is brought to safety first.
            self._trouble.note(str(error).partition("\n")[0])
            if self._place is not None:
                with suppress(BackupError):
                    self._store()

    async def _round(self, conn: Connection) -> None:
        try:
            if not self._receiver.is_running and not await self._start(conn):
                return
            written = await slot.read_written(conn)
            has_come = await slot.wait_for(conn, written)
            self._is_level = self._is_level or bool(has_come)
            size = self._store()
        except BackupError as error:
            self._trouble.note(str(error))
            await records.note_trouble(conn, await self._running(conn), str(error))
            self._bound_spool()
            return
        if has_come:
            self._trouble.end()
            self._went_back_from = ""
            run = await self._running(conn)
            if not await records.note_archived(conn, run, wal_until=written.at, size=size):
                # A standby without the row took over: the next round begins another.
                self._run = None
            return
        reason = f"the server's WAL does not arrive: {self._receiver.reason()}"
        self._trouble.note(reason)
        await records.note_trouble(conn, await self._running(conn), reason)
        if has_come is None:
            # It waits for a server that is gone, or was the primary until now.
            self._receiver.stop()

    async def _running(self, conn: Connection) -> int:
        """The row of this run, from the first thing on that there is to say."""
        if self._run is None:
            self._run = await records.begin(conn, "wal", place=self._settings.place)
        return self._run

    async def close(self) -> None:
        """End the receiver, and bring the last of it to the place."""
        self._receiver.stop()
        try:
            if self._place is not None:
                self._store()
        except BackupError as error:
            log.warning("what is left in %s goes to the place at the next start: %s", self._spool, error)
        if self._run is not None:
            with suppress(OperationalError):
                async with await connect(self._settings.database_url) as conn:
                    await records.stop_archiving(conn, self._run)

    async def _start(self, conn: Connection) -> bool:
        """Start the receiver where it ended; False where somebody else receives: the other box does, as long as it is.

        Raises BackupError where the server is not fit for it.
        """
        reason = self._receiver.reason()
        self._receiver.stop()
        async with await connect(self._settings.source_url) as source_conn:
            source = await read_source(source_conn)
            if source.slot_limit == "-1":
                raise BackupError(
                    "max_slot_wal_keep_size is -1: WAL that nobody fetches would fill the server's disk;"
                    " ALTER SYSTEM SET max_slot_wal_keep_size = '20GB', then SELECT pg_reload_conf()"
                )
            is_new = await slot.ensure(source_conn)
            stand = await slot.read(source_conn)
        if stand.active:
            # What this spool still has, the other one has fetched or goes back for.
            self._place = self._run = None
            return False
        self._folder = f"{source.system}/{WAL}"
        self._place = self._root.below(self._folder)
        self._spool.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._store()
        # All of it is at the place. From an empty folder the receiver goes on where the server knows that it was: what
        # lies there may belong to a timeline that a restored or promoted server has left.
        self._clear()
        self._is_level = False
        if reason:
            self._trouble.note(f"the receiver had ended: {reason}")
        await self._go_back(conn, self._place, stand, is_new=is_new)
        self._receiver.start(find_programs(source.major), self._settings.source_url)
        return True

    async def _go_back(self, conn: Connection, place: Place, stand: slot.Stand, *, is_new: bool) -> None:
        """Have the receiver begin with what the place does not have, where the slot stands behind that.

        Another box received it, and its spool was lost with it; or the server gave up what the slot stood for, and may
        have it all the same.
        """
        names = [file.name for file in place.files() if is_segment(file.name)]
        needed = labels.needed_next(names, stand.segment_size)
        if self._went_back_from or (is_new and needed is None):
            # The server has it no more. The slot may stand there all the same, because it goes where its receiver
            # says that it is: from there, nothing would ever come again.
            if self._went_back_from:
                self._begin_with(self._went_back_from)
            self._went_back_from = ""
            await self._tell_of_gap(conn)
        elif needed is not None and needed[8:] < stand.segment[8:]:
            log.warning("the place has WAL before %s alone, and the slot stands at %s", needed, stand.segment)
            self._begin_with(needed)
            self._went_back_from = stand.segment

    def _begin_with(self, segment: str) -> None:
        (self._spool / f"{segment}.partial").touch(mode=0o600)

    async def _tell_of_gap(self, conn: Connection) -> None:
        """A slot that had to be made anew while something was archived before: what is between is lost."""
        until = await fetch_optional(
            conn,
            datetime,
            "SELECT max(wal_until) FROM backups WHERE kind = 'wal' HAVING count(wal_until) > 0",
        )
        if until is not None:
            await raise_alarm(
                conn,
                "backup_failed",
                reference=records.GAP,
                detail=f"WAL from {in_seoul(until)} (Seoul) on was given up; take a base backup: ieum backup base",
            )

    def _store(self) -> int:
        """Bring whole segments, histories and the part of the newest segment to the place; returns their bytes."""
        if self._place is None:
            return 0
        # A disk that was taken away meanwhile: rclone would make the folder anew, on the disk below.
        self._root.check_own()
        self._out.mkdir(exist_ok=True, mode=0o700)
        whole = sorted(
            file
            for file in self._spool.iterdir()
            if file.suffix == ".history" or (is_segment(file.name) and not file.suffix)
        )
        part = max(self._spool.glob("*.partial"), default=None) if self._is_level else None
        state = (part.name, part.stat().st_mtime_ns) if part else ("", 0)
        for file in whole:
            self._compress(file)
        if part is not None and state != self._part:
            # Renamed when it is full, which may be now: then it is a whole one in the next round.
            with suppress(FileNotFoundError):
                # In turns under two names: not every place replaces a file in one step, and who loses the machine
                # during that shall have the one from before.
                self._turn = 1 - self._turn
                self._compress(part, f".{self._turn}")
        size = sum(file.stat().st_size for file in self._out.iterdir())
        if size:
            self._place.copy_from(self._out, "--no-traverse", "--ignore-times")
        for file in self._out.iterdir():
            file.unlink()
        for file in whole:
            file.unlink()
        self._part = state
        return size

    def _compress(self, file: Path, turn: str = "") -> None:
        packed = self._out / f"{file.name}{turn}.zst"
        with file.open("rb") as given, packed.open("wb") as out:
            done = subprocess.run(
                ["zstd", "-q", "-c", "-3", "-T1"],  # noqa: S607 - found on PATH as rclone is
                stdin=given,
                stdout=out,
                stderr=subprocess.PIPE,
                check=False,
            )
        if done.returncode:
            raise BackupError(f"{file.name} cannot be compressed: {last_line(done.stderr)}")
        self._root.proofs.add_to(packed, f"{self._folder}/{packed.name}")

    def _bound_spool(self) -> None:
        """Let WAL wait at the server once the spool has its share of the disk."""
        if self._receiver.is_running and self._size() > self._settings.spool_limit:
            self._trouble.note(f"{self._spool} is full; the server keeps what comes now")
            self._receiver.stop()

    def _size(self) -> int:
        return sum(file.stat().st_size for file in self._spool.rglob("*") if file.is_file())

    def _clear(self) -> None:
        for file in self._spool.iterdir():
            if is_segment(file.name):
                file.unlink()
        shutil.rmtree(self._out, ignore_errors=True)
        self._part = ("", 0)


async def archive(settings: BackupSettings, place: Place) -> None:
    """Archive until SIGTERM or SIGINT."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    archiver = Archiver(settings, place)
    try:
        while not ended.is_set():
            await archiver.round()
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), ROUND_SECONDS)
    finally:
        await archiver.close()
