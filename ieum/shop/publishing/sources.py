"""Reads a folder of texts: one subfolder for each kind, one file for each text, and `files/` with what they show."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image, UnidentifiedImageError

from ieum.shop.files.source_files import FILES, SourceFile, inspect_file
from ieum.shop.search.types import Kind

STARTER_SET = Path(__file__).parents[2] / "starter_texts" / "ko"
FOLDERS: dict[str, Kind] = {
    "notices": "notice",
    "faqs": "faq",
    "guides": "guide",
    "pages": "page",
    "legal": "legal",
    "releases": "release",
}
FILE_LIMIT = 100 * 1024 * 1024

_TEXT_NAME = re.compile(r"([a-z0-9](?:-?[a-z0-9])*)(?:@([0-9]{4}-[0-9]{2}-[0-9]{2}))?\.md")
_EDITION_NAME = re.compile(r"[a-z0-9](?:-?[a-z0-9])*@[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FILE_NAME = re.compile(r"[0-9A-Za-z가-힣][0-9A-Za-z가-힣._-]{0,99}")


class Source(msgspec.Struct, frozen=True):
    """A text as it was written; `edition` is empty where the file's name has none."""

    where: str
    kind: Kind
    slug: str
    edition: str
    text: str
    # Only where it was read from the shop: the keys of the files that the stored text shows.
    shown: list[str] = []

    @property
    def file_name(self) -> str:
        """Without the suffix."""
        return f"{self.slug}@{self.edition}" if self.edition else self.slug


class Folder(NamedTuple):
    sources: list[Source]
    files: list[SourceFile]
    problems: list[str]


def read_folder(root: Path) -> Folder:
    """Every text and file in it; `problems` has every name that does not belong there."""
    folder = Folder([], [], [])
    if not root.is_dir():
        folder.problems.append(f"{root}: there is no such folder")
        return folder
    for path in _entries(root):
        if path.is_dir() and path.name == FILES:
            _read_files(path, folder)
        elif path.is_dir() and path.name in FOLDERS:
            _read_texts(path, FOLDERS[path.name], folder)
        else:
            folder.problems.append(
                f"{path.name}: only the folders {', '.join((*FOLDERS, FILES))} have a meaning"
            )
    return folder


def _entries(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _read_texts(of_kind: Path, kind: Kind, folder: Folder) -> None:
    for path in _entries(of_kind):
        where = f"{of_kind.name}/{path.name}"
        name = _TEXT_NAME.fullmatch(path.name)
        if name is None or len(name[1]) > 80 or (name[2] and kind != "legal"):
            folder.problems.append(f"{where}: a name is small letters, digits and single hyphens, then .md")
            continue
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            folder.problems.append(f"{where}: {error}")
        else:
            folder.sources.append(Source(where, kind, name[1], name[2] or "", text))


def _read_files(files: Path, folder: Folder, *, only_for: str = "") -> None:
    for path in _entries(files):
        where = "/".join(part for part in (FILES, only_for, path.name) if part)
        if path.is_dir() and not only_for and _EDITION_NAME.fullmatch(path.name):
            _read_files(path, folder, only_for=path.name)
        elif not path.is_file() or not _FILE_NAME.fullmatch(path.name):
            folder.problems.append(
                f"{where}: a file's name is letters, digits, Hangul and . _ -, 100 at most"
            )
        elif path.stat().st_size > FILE_LIMIT:
            folder.problems.append(f"{where}: larger than {FILE_LIMIT // 1024 // 1024} MB")
        else:
            try:
                folder.files.append(inspect_file(path.name, path.read_bytes())._replace(only_for=only_for))
            except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError) as error:
                folder.problems.append(f"{where}: {error}")
