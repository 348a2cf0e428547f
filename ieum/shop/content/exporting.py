"""Write the shop's texts as the folder that an import reads: with their times, so that they are the same elsewhere."""

from pathlib import Path

from ieum.shop.content import storing
from ieum.shop.content.sources import FILES, FOLDERS
from ieum.shop.content.storing import AT_ONCE, Stored
from ieum.shop.content.texts import exported
from ieum.shop.kernel.db import Connection


class FolderTaken(Exception):
    """What is there would be mixed with what the shop has."""


async def export_folder(conn: Connection, root: Path) -> int:
    """How many texts that were. Raises FolderTaken where the folder has something in it."""
    _claim(root)
    keys = await storing.list_all_keys(conn)
    for start in range(0, len(keys), AT_ONCE):
        for stored in await storing.list_stored(conn, keys[start : start + AT_ONCE]):
            _write_text(root, stored)
            for key in stored.version.files:
                await _write_file(conn, _files_of(root, stored), key)
    return len(keys)


def _claim(root: Path) -> None:
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise FolderTaken(f"{root} is not an empty folder; export into a new one.")
    root.mkdir(parents=True, exist_ok=True)


def _write_text(root: Path, stored: Stored) -> None:
    folder = next(name for name, of in FOLDERS.items() if of == stored.entry.kind)
    path = root / folder / f"{stored.source.file_name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    source = exported(
        stored.version.source,
        publish_at=stored.entry.publish_at,
        updated_at=stored.changed_at,
        said=stored.version.said if stored.replaced else {},
    )
    path.write_text(source, encoding="utf-8", newline="\n")


def _files_of(root: Path, stored: Stored) -> Path:
    """An edition keeps its own: what has this name today may be another picture."""
    return root / FILES / stored.source.file_name if stored.entry.edition else root / FILES


async def _write_file(conn: Connection, folder: Path, key: str) -> None:
    path = folder / key.partition("-")[2]
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(await storing.get_file(conn, key))
