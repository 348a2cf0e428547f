"""Write the shop's texts as the folder that an import reads: with their times, so that they are the same elsewhere."""

from pathlib import Path

from ieum.shop.content import storing
from ieum.shop.content.sources import FILES, FOLDERS
from ieum.shop.content.storing import Key, Stored
from ieum.shop.content.texts import with_times
from ieum.shop.db import Connection

# Texts read at once, so that a large shop fits into the memory.
AT_ONCE = 500


class FolderTaken(Exception):
    """What is there would be mixed with what the shop has."""


async def export_folder(conn: Connection, root: Path) -> int:
    """How many texts that were. Raises FolderTaken where the folder has something in it."""
    _claim(root)
    keys = await storing.list_all_keys(conn)
    written = set[str]()
    for start in range(0, len(keys), AT_ONCE):
        for stored in await storing.list_stored(conn, keys[start : start + AT_ONCE]):
            _write_text(root, stored)
            for key in sorted(set(stored.version.files) - written):
                await _write_file(conn, root, key)
                written.add(key)
    return len(keys)


def _claim(root: Path) -> None:
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise FolderTaken(f"{root} is not an empty folder; export into a new one.")
    root.mkdir(parents=True, exist_ok=True)


def _write_text(root: Path, stored: Stored) -> None:
    path = root / _path(stored.entry.key)
    path.parent.mkdir(parents=True, exist_ok=True)
    source = with_times(
        stored.version.source, publish_at=stored.entry.publish_at, updated_at=stored.changed_at
    )
    path.write_text(source, encoding="utf-8", newline="\n")


def _path(key: Key) -> Path:
    kind, slug, edition = key
    folder = next(name for name, of in FOLDERS.items() if of == kind)
    return Path(folder, f"{slug}@{edition}.md" if edition else f"{slug}.md")


async def _write_file(conn: Connection, root: Path, key: str) -> None:
    path = root / FILES / key.partition("-")[2]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(await storing.get_file(conn, key))
