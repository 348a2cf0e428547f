"""The log at the place: fetched for a restore, handed to the server piece by piece, and looked through for breaks.

PostgreSQL takes a segment that is missing for the end of the log, and starts. So what it did not come to is found here.
"""

import re
import shutil
import subprocess
from pathlib import Path

from ieum.common.progress import Progress
from ieum.operations.backup import labels
from ieum.operations.backup.labels import WAL, Label
from ieum.operations.backup.place import BackupError, Place, Stored

_DAMAGED = "damaged"
_OURS = re.compile(r"[0-9A-F]{24}(\.partial\.[01])?\.zst|[0-9A-F]{8}\.history\.zst")
# Beyond the log itself, what the server writes while it replays.
ROOM = 1024**3


class StoredLog:
    """`folder` is ours until the restore ends."""

    def __init__(self, place: Place, label: Label, folder: Path) -> None:
        self._place, self._first, self._folder = place.below(WAL), label.wal_first, folder
        self._system = label.system
        # What the base backup itself has brought.
        self._own: list[str] = []
        # What lies at the place, and was not stored there by this shop, or is not as it was.
        self._unproven: list[str] = []
        self._segment_size = 0

    def look_at(self, own: Path) -> None:
        """Note what the base backup has brought by itself, before the server changes it.

        Its last segment ends with the copy, for which the server begins another. A part of it that was archived before
        would have the server stop in front of that end.
        """
        found = [file for file in own.iterdir() if labels.is_segment(file.name)]
        self._own = [file.name for file in found]
        self._segment_size = found[0].stat().st_size if found else 0

    def fetch(self, progress: Progress) -> int:
        """Fetch all from the copy's first segment on, and every timeline's history; returns how many files.

        Call `look_at` before. What is not proven is noted and removed: neither zstd nor the server reads it.
        """
        wanted = [
            file
            for file in self._place.files()
            if _OURS.fullmatch(file.name)
            and (not labels.is_segment(file.name) or file.name[8:24] >= self._first[8:24])
        ]
        names = [file.name for file in self._bounded(wanted)]
        with progress.step("WAL"):
            if names:
                self._place.copy_to(self._folder, names)
        for file in self._folder.iterdir():
            if not self._place.proofs.fit_file(file, f"{self._system}/{WAL}/{file.name}"):
                self._refuse(file)
            else:
                # Read by the server's user, whatever root's umask is.
                file.chmod(0o644)
        self._choose_parts()
        return len(names)

    def _bounded(self, files: list[Stored]) -> list[Stored]:
        """Select files that can be segments by their size. Raises BackupError if there is no room for them."""
        longest = 2 * self._segment_size + 1024**2
        self._unproven += [_whole(file.name) for file in files if file.size > longest]
        bounded = [file for file in files if file.size <= longest]
        size, room = sum(file.size for file in bounded), shutil.disk_usage(self._folder).free
        if room < size + ROOM:
            raise BackupError(
                f"{self._folder} has room for {room:,} bytes; the log needs {size:,}, and the server more"
            )
        return bounded

    def _refuse(self, file: Path) -> None:
        # A part that was cut off while it was stored is no damage: the other one of the two is there.
        if ".partial" not in file.name:
            self._unproven.append(_whole(file.name))
        file.unlink()

    def _choose_parts(self) -> None:
        """Of two parts of a segment the one that reaches further, of which the server knows nothing but the whole."""
        parts = sorted(self._folder.glob("*.partial*.zst"), key=_reach)
        for part in reversed(parts):
            segment = _whole(part.name)
            whole = part.with_name(f"{segment}.zst")
            if whole.exists() or segment in self._own:
                part.unlink()
            else:
                part.rename(whole)

    def command(self) -> str:
        """Fails for what is not there, which is how PostgreSQL finds the end, and for what is damaged, noting that."""
        if any(sign in str(self._folder) for sign in "'\\%"):
            raise BackupError(f"{self._folder} has a sign in its name that does not fit into a command")
        stored = f"'{self._folder}/%f.zst'"
        return (
            f"test -f {stored} || exit 1;"
            f" said=$(zstd -q -d -f -o '%p' {stored} 2>&1) ||"
            f" {{ echo %f \"$said\" >>'{self._folder}/{_DAMAGED}'; exit 1; }}"
        )

    def find_break(self) -> str:
        """Find why a server that has replayed all that it could has not come to the end; empty if it has."""
        if self._unproven:
            return f"{min(self._unproven)} of the log at the place is damaged, or was not stored by this shop"
        damaged = self._folder / _DAMAGED
        if damaged.exists():
            segment, _, said = damaged.read_text().splitlines()[0].partition(" ")
            return f"{segment} of the log at the place is damaged ({said})"
        # The server begins with what the copy has brought: what the archiver stores late, or never had, from before is
        # not read.
        begin = min((name[8:24] for name in self._own), default="")
        names = [
            name
            for path in self._folder.iterdir()
            if labels.is_segment(name := path.name) and name[8:24] >= begin
        ]
        newest = self._newest_timeline()
        beyond = {name[:8] for name in names if int(name[:8], 16) > newest}
        if beyond:
            return f"{min(beyond)}.history is missing in the log at the place"
        history = self._folder / f"{newest:08X}.history.zst"
        path = labels.path_of(_unpacked(history), newest, self._segment_size)
        missing = labels.find_gap([*self._own, *names], path, self._segment_size)
        return f"{missing} is missing in the log at the place, and there is more behind it" if missing else ""

    def _newest_timeline(self) -> int:
        """As PostgreSQL finds it: upwards, as long as there are histories."""
        timeline = int(self._first[:8], 16)
        while (self._folder / f"{timeline + 1:08X}.history.zst").exists():
            timeline += 1
        return timeline


def _whole(name: str) -> str:
    return name.removesuffix(".zst").partition(".partial")[0]


def _reach(part: Path) -> int:
    """Count the bytes of a segment that its part holds; -1 if the machine was lost while it was being stored."""
    done = subprocess.run(  # noqa: S603 - a file of our own folder
        ["zstd", "-q", "-d", "-c", str(part)],  # noqa: S607 - found on PATH as rclone is
        capture_output=True,
        check=False,
    )
    return len(done.stdout.rstrip(b"\0")) if done.returncode == 0 else -1


def _unpacked(history: Path) -> str:
    if not history.exists():
        return ""
    return subprocess.run(  # noqa: S603 - a file of our own folder
        ["zstd", "-q", "-d", "-c", str(history)],  # noqa: S607 - found on PATH as rclone is
        capture_output=True,
        text=True,
        check=False,
    ).stdout
