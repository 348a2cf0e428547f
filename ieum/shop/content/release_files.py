"""Programs in a folder of the operator's: checked when a release names them, read in parts when somebody wants them."""

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

from ieum.shop.content.ranges import Span

_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,99}", re.ASCII)
# So much of a file is in memory for one reader, besides what the server has on its way.
CHUNK = 64 * 1024


class ReleaseFileRefused(Exception):
    """One line that says what is wrong with the file that a release names."""


class ReleaseFile(msgspec.Struct, frozen=True):
    """A file as it lies there now."""

    path: Path
    size: int
    modified_at: datetime


def is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def find(folder: Path, name: str) -> ReleaseFile | None:
    """None where no plain file of this name lies in the folder itself: no link, no folder, no way out."""
    try:
        with _open(folder, name) as file:
            found = os.fstat(file.fileno())
    except OSError:
        return None
    return ReleaseFile(folder / name, found.st_size, datetime.fromtimestamp(found.st_mtime, UTC))


def check(folder: Path, name: str, *, size: int | None, sha256: str) -> int:
    """The size of the file, once it is known to be the one that the release means. Raises ReleaseFileRefused.

    Reads all of it, so that what is offered has the check sum that is told beside it.
    """
    try:
        with _open(folder, name) as file:
            found = os.fstat(file.fileno()).st_size
            if size is not None and found != size:
                raise ReleaseFileRefused(f"{name} has {found} bytes; the release says {size}.")
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ReleaseFileRefused(f"{name} is no plain file in {folder}: {error.strerror or error}.") from None
    if digest != sha256.lower():
        raise ReleaseFileRefused(f"{name} has the SHA-256 {digest}; the release says {sha256}.")
    return found


async def read(file: ReleaseFile, span: Span) -> AsyncGenerator[bytes]:
    """Piece by piece, each when the one before has gone out; ends early where the file has become shorter."""
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
    """Raises OSError. The name's own link is not followed; the folder may be one."""
    if not is_name(name):
        raise FileNotFoundError(f"{name!r} is no name of a file")
    # Without waiting: somebody's pipe would never open.
    descriptor = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileNotFoundError(f"{name!r} is no plain file")
    return FileIO(descriptor)
