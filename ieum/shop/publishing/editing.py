"""Texts as a form has them: what is typed into its fields becomes the source of one text, and the other way.

What a form does not show, such as old addresses, stays as the source had it.
"""

import re
from datetime import date, datetime
from typing import Annotated, Any, Literal

import msgspec
import yaml
from msgspec import Meta

from ieum.shop.files.source_files import SourceFile
from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.publishing import front_matter, importing, placeholders, stored_texts
from ieum.shop.publishing.front_matter import (
    LINE_LENGTH,
    MATTER,
    TITLE_LENGTH,
    WORDS_LENGTH,
    Common,
    FileName,
    LegalMatter,
    NoticeMatter,
    PageMatter,
    QuestionMatter,
    ReleaseMatter,
    TextName,
)
from ieum.shop.publishing.importing import Report
from ieum.shop.publishing.reading import read_texts
from ieum.shop.publishing.sources import Folder, Source
from ieum.shop.publishing.stored_texts import Key, Stored
from ieum.shop.publishing.texts import Text
from ieum.shop.publishing.types import Category
from ieum.shop.search.types import Kind
from ieum.shop.site import queries as site
from ieum.shop.site.types import RefundMode

_FILE = re.compile(r"files/([0-9A-Za-z가-힣][0-9A-Za-z가-힣._-]{0,99})")
_NO_NUL = r"^[^\x00]*$"


class WrittenRelease(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A program to download, as far as it has been typed. Its system is the first word of the text's slug."""

    kind: Literal["file", "link", "store"] = "file"
    name: Annotated[str, Meta(max_length=LINE_LENGTH, pattern=_NO_NUL)] = ""
    version: Annotated[str, Meta(max_length=LINE_LENGTH, pattern=_NO_NUL)] = ""
    released_on: date | None = None
    url: Annotated[str, Meta(max_length=500, pattern=_NO_NUL)] = ""
    file: Annotated[str, Meta(max_length=100, pattern=_NO_NUL)] = ""
    size: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    sha256: Annotated[str, Meta(max_length=64, pattern=_NO_NUL)] = ""
    requires: Annotated[str, Meta(max_length=LINE_LENGTH, pattern=_NO_NUL)] = ""


class WrittenText(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Text as somebody has typed it; the fields of other kinds are left alone."""

    title: Annotated[str, Meta(max_length=TITLE_LENGTH, pattern=_NO_NUL)]
    description: Annotated[str, Meta(max_length=LINE_LENGTH, pattern=_NO_NUL)] = ""
    body: Annotated[str, Meta(max_length=100_000, pattern=_NO_NUL)]
    image: FileName | None = None
    pinned: bool = False
    attachments: Annotated[list[FileName], Meta(max_length=20)] = []
    category: Category | None = None
    position: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    home: bool = False
    texts: Annotated[
        dict[TextName, Annotated[str, Meta(max_length=WORDS_LENGTH, pattern=_NO_NUL)]],
        Meta(max_length=200),
    ] = {}
    effective_from: date | None = None
    refund_mode: RefundMode | None = None
    release: WrittenRelease | None = None


class Kept(msgspec.Struct):
    """A file that texts may show."""

    name: str
    media_type: str
    width: int | None
    height: int | None
    content: bytes


def written_in(kind: Kind, source: str) -> WrittenText:
    """Return what a form shows of a stored source."""
    lines, body = front_matter.split(source)
    matter = front_matter.read(kind, lines)
    own: dict[str, Any] = {}
    match matter:
        case NoticeMatter():
            own = {"pinned": matter.pinned, "attachments": matter.attachments}
        case QuestionMatter():
            own = {"category": matter.category, "position": matter.position, "home": matter.home}
        case PageMatter():
            own = {"texts": matter.texts}
        case LegalMatter():
            own = {"effective_from": matter.effective_from, "refund_mode": matter.refund_mode}
        case ReleaseMatter():
            own = {"release": _release_of(matter)}
        case _:
            pass
    return WrittenText(
        title=matter.title,
        description=matter.description,
        image=matter.image,
        body=body.strip("\n"),
        **own,
    )


def compose(
    key: Key,
    written: WrittenText,
    *,
    before: str | None = None,
    publish_at: datetime | None = None,
    withdrawn: bool = False,
) -> str:
    """The source of this text; `before` is the stored one that it changes."""
    kind, slug, edition = key
    values: dict[str, Any] = {}
    if before is not None:
        kept = front_matter.read(kind, front_matter.split(before)[0])
        values = {name: value for name, value in _lines_of(kept).items() if name not in _typed(kind)}
    typed = {name: getattr(written, name, None) for name in _typed(kind)}
    if kind == "release":
        typed |= msgspec.structs.asdict(written.release or WrittenRelease()) | {"os": slug.partition("-")[0]}
    values = (
        {"title": typed.pop("title")}
        | {name: value for name, value in typed.items() if value not in (None, "", [], {}, False)}
        | values
    )
    if kind == "legal":
        values["version"] = date.fromisoformat(edition)
    if publish_at is not None:
        values["publish_at"] = publish_at
    if withdrawn:
        values["withdrawn"] = True
    lines = yaml.safe_dump(values, allow_unicode=True, sort_keys=False, width=1_000_000)
    return f"---\n{lines}---\n{written.body.strip()}\n"


def _typed(kind: Kind) -> list[str]:
    """The lines of the front matter that a form has fields for."""
    fields = set(WrittenText.__struct_fields__)
    if kind == "release":
        fields |= {"os", *WrittenRelease.__struct_fields__}
    return [name for name in MATTER[kind].__struct_fields__ if name in fields]


def _release_of(matter: ReleaseMatter) -> WrittenRelease:
    return WrittenRelease(
        kind=matter.kind,
        name=matter.name,
        version=matter.version or "",
        released_on=matter.released_on,
        url=matter.url or "",
        file=matter.file or "",
        size=matter.size,
        sha256=matter.sha256 or "",
        requires=matter.requires,
    )


def _lines_of(matter: Common) -> dict[str, Any]:
    """The front matter's lines, without those that say when and whether a text is shown, and those left to default."""
    set_apart = {"publish_at", "updated_at", "withdrawn", "said"}
    lines = msgspec.to_builtins(matter, builtin_types=(date, datetime))
    return {
        name: value
        for name, value in lines.items()
        if name not in set_apart and value not in (None, [], {}, "")
    }


async def hold(conn: Connection) -> None:
    """Have other publications and uploads wait until this transaction ends. Call it before what they change is read."""
    await stored_texts.begin(conn)


async def find_stored(conn: Connection, key: Key) -> Stored | None:
    return next(iter(await stored_texts.list_stored(conn, [key])), None)


async def read_one(conn: Connection, key: Key, source: str) -> tuple[Text | None, list[str]]:
    """Render a source without publishing it: the text, or all that is wrong with it."""
    folder = await _folder(conn, key, source)
    values = placeholders.values_of(await site.get_config(conn))
    texts, problems = await read_texts(conn, folder.sources, files=folder.files, values=values)
    return (texts[0] if texts else None), problems


async def publish_one(conn: Connection, key: Key, source: str, *, dry_run: bool = False) -> Report:
    """Publish one text as an import of its file alone would. Raises ContentRefused. Needs a transaction."""
    return await importing.import_texts(conn, await _folder(conn, key, source), dry_run=dry_run)


async def _folder(conn: Connection, key: Key, source: str) -> Folder:
    """With the files that it names and that were uploaded, but that no text shows yet."""
    before = await find_stored(conn, key)
    shown = before.version.files if before else []
    names = set(_FILE.findall(source)) - {file.partition("-")[2] for file in shown}
    known = {file.name for file in await stored_texts.list_files(conn, sorted(names))}
    files = await _list_uploaded(conn, sorted(names - known))
    return Folder([Source("", *key, source, shown)], files, [])


async def _list_uploaded(conn: Connection, names: list[str]) -> list[SourceFile]:
    rows = await fetch_all(
        conn,
        Kept,
        """
        SELECT DISTINCT ON (name) name, media_type, width, height, content FROM content_files
         WHERE name = ANY(%(names)s) ORDER BY name, key
        """,
        names=names,
    )
    return [SourceFile(row.name, row.media_type, row.width, row.height, row.content) for row in rows]
