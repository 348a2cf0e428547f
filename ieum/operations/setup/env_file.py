"""Writes files of settings: whole or not at all, for root alone, and without losing what others have put there."""

import fcntl
import os
import re
import stat
import tempfile
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ieum.shop.kernel.settings import SettingsError
from ieum.shop.kernel.settings_file import BYTE_ORDER_MARK, line

_NAME = re.compile(r"\s*([A-Z][A-Z0-9_]*)=")
_HEADER = (
    "# Settings of this shop: docs/operate/set-up.md says what each is. For root; `ieum setup` changes it.\n"
)


class Changes(msgspec.Struct, frozen=True):
    """Names of what a new file says otherwise than the one that is there. Never values."""

    added: list[str]
    changed: list[str]
    removed: list[str]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)

    @property
    def in_words(self) -> str:
        kinds = (("새로", self.added), ("바뀜", self.changed), ("없어짐", self.removed))
        return " · ".join(f"{kind}: {', '.join(names)}" for kind, names in kinds if names)


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> Changes:
    return Changes(
        added=[name for name in after if name not in before],
        changed=[name for name in after if name in before and after[name] != before[name]],
        removed=[name for name in before if name not in after],
    )


def updated(text: str, values: Mapping[str, str]) -> str:
    """Return the text of a file with these values: comments and the order of its lines stay. Raises ValueError."""
    left = dict(values)
    lines: list[str] = []
    # As it is read: other signs that end a line of a text end none here.
    for old in text.removeprefix(BYTE_ORDER_MARK).removesuffix("\n").split("\n") if text else []:
        match = _NAME.match(old)
        if match is None:
            lines.append(old)
        elif match[1] in left:
            lines.append(line(match[1], left.pop(match[1])))
    lines += _lines(left.items())
    return (_HEADER if not text else "") + "\n".join(lines) + "\n"


def _lines(values: Iterable[tuple[str, str]]) -> list[str]:
    return [line(name, value) for name, value in values]


def refuse_open(path: Path) -> None:
    """Refuse a file that somebody else may have put there: its settings would be theirs. Raises SettingsError."""
    trusted = {0, os.geteuid()}
    for file in (path, path.with_name(f"{path.name}.partial")):
        if file.is_symlink() or (file.exists() and file.stat().st_uid not in trusted):
            raise SettingsError(
                f"{file} is a link or another user's file; look at what it is, and remove it."
            )
    folder = path.parent
    if folder.exists():
        found = folder.stat()
        if found.st_uid not in trusted or found.st_mode & (stat.S_IWOTH | stat.S_ISVTX) == stat.S_IWOTH:
            raise SettingsError(f"{folder}: others may write there; the settings need a folder of root's.")


@contextmanager
def alone_in(folder: Path) -> Generator[None]:
    """Wait until no other setup writes there. What a killed process holds is let go with it."""
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def remove_left_over(path: Path) -> None:
    """Drafts of this file, with all its keys, whose writer was killed. Nobody else may write it meanwhile."""
    draft = re.compile(rf"\.{re.escape(path.name)}\.\w{{8}}")
    for file in path.parent.iterdir():
        if draft.fullmatch(file.name):
            file.unlink()


def write(path: Path, text: str) -> None:
    """Replace the file in one step: whoever reads it sees the old one or the new one, and root alone sees either."""
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    # `mkstemp` makes files of mode 0600.
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException as error:
        new.unlink(missing_ok=True)
        if isinstance(error, OSError):
            # A write to a full disk names no file.
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Else a machine that loses its power may still have the old name."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
