"""A file that is written whole seldom, and beside it a log of what was added since: a change writes only itself.

A log belongs to one content of its file, whose checksum is in its name. So a crash between two writes never joins a log
with a file that it does not continue, and a program that knows no logs may write the file meanwhile.
"""

import contextlib
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from zlib import crc32


class Kept(NamedTuple):
    content: bytes
    lines: list[bytes]
    """What was added since the content was written, oldest first."""


class Journal:
    """Journal of which one process is the writer at a time; its threads may write at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writing = threading.Lock()
        self._log: Path | None = None
        """None if what is on the disk is not known to be sound, so that it has to be written whole."""
        self._length = 0
        self._since: list[bytes] | None = None
        """The lines that were added since `begin`, while the whole is written beside them."""

    @property
    def length(self) -> int:
        """Bytes in the log."""
        return self._length

    @property
    def is_sound(self) -> bool:
        """Tell whether lines can be added."""
        return self._log is not None

    @property
    def exists(self) -> bool:
        return self._path.exists()

    def load(self) -> Kept:
        """Load what was written last; raises FileNotFoundError if nothing was. What follows a torn line is left out."""
        content = self._path.read_bytes()
        log = self._log_of(content)
        try:
            logged = log.read_bytes()
        except FileNotFoundError:
            logged = b""
        lines, length = _sound(logged)
        with self._writing:
            self._log, self._length = log, length
        return Kept(content, lines)

    def distrust(self) -> None:
        """Stop adding lines: what was loaded cannot be understood, so it must not be continued."""
        with self._writing:
            self._log = None

    def append(self, lines: Iterable[bytes]) -> None:
        """Return when the disk has the lines. If it cannot take them, only `replace` makes the journal sound again."""
        added = list(lines)
        with self._writing:
            log, self._log = self._log, None
            if log is None:
                raise OSError(f"{self._path} has to be written whole")
            self._length = _write_at(log, self._length, added)
            self._log = log
            if self._since is not None:
                self._since += added

    def begin(self) -> None:
        """Lines from now on follow the content that the next `replace` writes."""
        with self._writing:
            self._since = []

    def replace(self, content: bytes) -> None:
        """Write the whole, and behind it the lines that were added since `begin`, while the disk took it."""
        log = self._log_of(content)
        try:
            draft = _write_draft(self._path, content)
            with self._writing:
                # Before the file itself, so that no moment has the one without the other.
                length = _write_at(log, 0, self._since or ())
                # The log of the content before is continued no more, whatever of this fails.
                self._log = None
                draft.replace(self._path)
                sync_folder(self._path.parent)
                self._log, self._length = log, length
        finally:
            with self._writing:
                self._since = None
        self._remove_logs(but=log)

    def forget(self) -> None:
        with self._writing:
            self._path.unlink(missing_ok=True)
            self._log = None
        self._remove_logs()

    def _log_of(self, content: bytes) -> Path:
        return self._path.with_suffix(f".{crc32(content):08x}.log")

    def _remove_logs(self, *, but: Path | None = None) -> None:
        for log in self._path.parent.glob(f"{self._path.stem}.*.log"):
            if log != but:
                log.unlink(missing_ok=True)


def write_file(path: Path, content: bytes) -> None:
    """Write a file that has no log. After a power cut it has either its old or its new content."""
    _write_draft(path, content).replace(path)
    sync_folder(path.parent)


def _write_draft(path: Path, content: bytes) -> Path:
    draft = path.with_suffix(".new")
    with contextlib.suppress(FileNotFoundError):
        draft.unlink()
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return draft


def _write_at(log: Path, length: int, lines: Iterable[bytes]) -> int:
    """Write lines behind the first `length` bytes, which are the sound ones, and return the new length."""
    text = b"".join(b"%08x %b\n" % (crc32(line), line) for line in lines)
    is_new = not log.exists()
    file = os.open(log, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    try:
        os.ftruncate(file, length)
        written = 0
        while written < len(text):
            written += os.pwrite(file, text[written:], length + written)
        os.fdatasync(file)
    finally:
        os.close(file)
    if is_new:
        sync_folder(log.parent)
    return length + len(text)


def _sound(logged: bytes) -> tuple[list[bytes], int]:
    """The lines up to the first one that was not written wholly, and their length in bytes."""
    lines: list[bytes] = []
    length = 0
    for text in logged.splitlines(keepends=True):
        checksum, _, line = text.removesuffix(b"\n").partition(b" ")
        if not text.endswith(b"\n") or checksum != b"%08x" % crc32(line):
            break
        lines.append(line)
        length += len(text)
    return lines, length


def sync_folder(folder: Path) -> None:
    """Return when the disk has the names of the files in it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
