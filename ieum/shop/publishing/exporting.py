"""Writes the shop's texts into a folder that an import can read, with their times, so that they arrive unchanged."""

from pathlib import Path

from ieum.common.progress import QUIET, Progress
from ieum.shop.files.source_files import FILES
from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import stored_texts
from ieum.shop.publishing.sources import FOLDERS
from ieum.shop.publishing.stored_texts import AT_ONCE, Stored
from ieum.shop.publishing.texts import export_source


class FolderTaken(Exception):
    """The folder is not empty: its files would be mixed with the shop's."""


async def export_folder(conn: Connection, root: Path, *, progress: Progress = QUIET) -> int:
    """Returns how many texts were written. Raises FolderTaken."""
    _claim(root)
    keys = await stored_texts.list_all_keys(conn)
    with progress.step("texts", total=len(keys)) as advance:
        for start in range(0, len(keys), AT_ONCE):
            for stored in await stored_texts.list_stored(conn, keys[start : start + AT_ONCE]):
                _write_text(root, stored)
                await _write_files(conn, root, stored)
                advance(1)
    return len(keys)


def _claim(root: Path) -> None:
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise FolderTaken(f"{root} is not an empty folder; export into a new one.")
    root.mkdir(parents=True, exist_ok=True)


def _write_text(root: Path, stored: Stored) -> None:
    folder = next(name for name, kind in FOLDERS.items() if kind == stored.entry.kind)
    path = root / folder / f"{stored.source.file_name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    source = export_source(
        stored.version.source,
        publish_at=stored.entry.publish_at,
        updated_at=stored.changed_at,
        said=stored.version.said if stored.replaced else {},
    )
    path.write_text(source, encoding="utf-8", newline="\n")


async def _write_files(conn: Connection, root: Path, stored: Stored) -> None:
    """Each edition has a folder of its own, because other texts may show a newer file under the same name."""
    folder = root / FILES / stored.source.file_name if stored.entry.edition else root / FILES
    for key in stored.version.files:
        path = folder / key.partition("-")[2]
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(await stored_texts.get_file(conn, key))
