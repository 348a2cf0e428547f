"""Programs in the operator's downloads folder: checked when a release is imported, read in parts when requested."""

import hashlib
import os
import re
import stat
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path

import anyio.to_thread
import msgspec

from ieum.shop.files.ranges import Span

_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,99}", re.ASCII)
# The memory that one download takes, besides what the server is sending.
CHUNK = 64 * 1024


class ReleaseFile(msgspec.Struct, frozen=True):
    path: Path
    size: int
    modified_at: datetime


def is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def find(folder: Path, name: str) -> ReleaseFile | None:
    """None where the folder itself has no plain file of this name; links and subfolders are not followed."""
    try:
        with _open(folder, name) as file:
            stats = os.fstat(file.fileno())
    except OSError:
        return None
    return ReleaseFile(folder / name, stats.st_size, datetime.fromtimestamp(stats.st_mtime, UTC))


def find_problem(folder: Path, name: str, *, size: int, sha256: str) -> str | None:
    """Say what is wrong, in one line, unless the folder has this very file: the download shows its size and hash."""
    try:
        with _open(folder, name) as file:
            actual = os.fstat(file.fileno()).st_size
            if actual != size:
                return f"{name} has {actual} bytes; the release says {size}."
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"{name} is no plain file in {folder}: {error.strerror or error}."
    if digest != sha256.lower():
        return f"{name} has the SHA-256 {digest}; the release says {sha256}."
    return None


def describe(folder: Path, name: str) -> tuple[int, str] | None:
    """The size and the SHA-256 of a file; None where `find` finds none."""
    try:
        with _open(folder, name) as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            return os.fstat(file.fileno()).st_size, digest
    except OSError:
        return None


async def read(file: ReleaseFile, span: Span) -> AsyncGenerator[bytes]:
    """Yields each piece once the one before has been sent; ends early where the file has become shorter."""
    opened = await anyio.to_thread.run_sync(_open_at, file, span.start)
    try:
        left = span.end - span.start
        while left and (chunk := await anyio.to_thread.run_sync(opened.read, min(CHUNK, left))):
            left -= len(chunk)
            yield chunk
    finally:
        opened.close()


def _open_at(file: ReleaseFile, start: int) -> FileIO:
    opened = _open(file.path.parent, file.path.name)
    opened.seek(start)
    return opened


def _open(folder: Path, name: str) -> FileIO:
    """Open the file. Refuses a symbolic link, though the folder itself may be one. Raises OSError."""
    if not is_name(name):
        raise FileNotFoundError(f"{name!r} is no name of a file")
    # O_NONBLOCK, because opening a named pipe would wait for ever.
    descriptor = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileNotFoundError(f"{name!r} is no plain file")
    return FileIO(descriptor)
