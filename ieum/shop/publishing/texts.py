"""Turns the source of a text into what the shop stores and shows. Pure."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from ieum.shop.publishing import front_matter, placeholders, rendering
from ieum.shop.publishing.front_matter import (
    LINE_LENGTH,
    TITLE_LENGTH,
    WORDS_LENGTH,
    BadFrontMatter,
    Common,
    LegalMatter,
    NoticeMatter,
    PageMatter,
    QuestionMatter,
    ReleaseMatter,
)
from ieum.shop.publishing.invisible import strip_invisible
from ieum.shop.publishing.rendering import File
from ieum.shop.publishing.sources import Source
from ieum.shop.publishing.types import Attachment, Category, Section
from ieum.shop.search.types import Kind
from ieum.shop.site.types import RefundMode

DESCRIPTION_LENGTH = 150
# The front-matter lines that an export adds. The stored source has none of them.
_EXPORT_LINES = re.compile(r"^(?:publish_at|updated_at|said)[ \t]*:.*\n", re.MULTILINE)
_SOME_TIME = datetime(2026, 11, 20, 0, 0, 0, 123_456, tzinfo=UTC)


class Version(msgspec.Struct, frozen=True):
    """Version of a text that readers get. An import that makes an equal one changes nothing."""

    source: str
    title: str
    description: str
    image: str
    html: str
    lead: str
    sections: list[Section]
    plain_text: str
    details: dict[str, Any]
    # The placeholders in it, with the values that were filled in.
    said: dict[str, str]
    # Keys of the files that it shows, sorted.
    files: list[str]


class ListFields(msgspec.Struct, frozen=True):
    """Fields that decide where and when a text is listed; `publish_at` is None if the writer left it open."""

    publish_at: datetime | None
    withdrawn: bool
    pinned: bool = False
    category: Category | None = None
    position: int = 0
    at_home: bool = False
    effective_from: date | None = None
    refund_mode: RefundMode | None = None


class Text(msgspec.Struct, frozen=True):
    # Names the source in messages to the operator: `notices/a.md`.
    where: str
    kind: Kind
    slug: str
    edition: str
    version: Version
    listing: ListFields
    updated_at: datetime | None
    moved_from: list[str]

    @property
    def key(self) -> tuple[Kind, str, str]:
        return self.kind, self.slug, self.edition


class BadText(Exception):
    """All that is wrong with one source. `missing` names files that it shows and that were not among those given."""

    def __init__(self, where: str, problems: list[str], missing: frozenset[str] = frozenset()) -> None:
        super().__init__("; ".join(problems))
        self.missing = missing
        self.problems = [f"{where}: {problem}" for problem in problems]


def read_text(source: Source, *, files: Mapping[str, File], values: Mapping[str, str]) -> Text:
    """Read a text; `values` has the value of each placeholder. Raises BadText."""
    try:
        stripped, matter, body = _read(source)
        edition = _edition(source, matter)
    except BadFrontMatter as error:
        raise BadText(source.where, [str(error)]) from None
    if isinstance(matter, LegalMatter):
        values = {**values, **matter.said}
    filling = _Filling(files, values)
    filling.note_placeholders(body)
    rendered = rendering.render(body, files, values)
    version = Version(
        source=stripped,
        title=filling.title(matter.title),
        description=filling.line("description", matter.description) or _first_words(rendered.plain_text),
        image=filling.file(matter.image).url if matter.image else "",
        html="" if source.kind in {"page", "release"} else rendered.html,
        lead=rendered.lead if source.kind in {"page", "release"} else "",
        sections=rendered.sections if source.kind in {"guide", "page", "release"} else [],
        plain_text=rendered.plain_text,
        details=filling.details(source, matter),
        said={name: values[name] for name in sorted(filling.named)},
        files=sorted({files[name].key for name in rendered.files | filling.used}),
    )
    problems = [*rendered.problems, *filling.problems]
    if problems:
        raise BadText(source.where, list(dict.fromkeys(problems)), rendered.missing | filling.missing)
    return Text(
        where=source.where,
        kind=source.kind,
        slug=source.slug,
        edition=edition,
        version=version,
        listing=_list_fields(matter),
        updated_at=matter.updated_at,
        moved_from=matter.moved_from,
    )


def export_source(source: str, *, publish_at: datetime, updated_at: datetime, said: Mapping[str, str]) -> str:
    """The source with the lines that an export adds; `said` fixes the values of its placeholders for every import."""
    matter, body = front_matter.split(source)
    times = f"publish_at: {publish_at.isoformat()}\nupdated_at: {updated_at.isoformat()}\n"
    # JSON is YAML on one line.
    values = f"said: {json.dumps(dict(said), ensure_ascii=False)}\n" if said else ""
    return f"---\n{matter}{times}{values}---\n{body}"


def _read(source: Source) -> tuple[str, Common, str]:
    """The source without the lines that an export adds; the front matter; the body."""
    if (slugs := front_matter.SLUGS.get(source.kind)) and source.slug not in slugs:
        raise BadFrontMatter(f"the shop has no place for this one; it has {', '.join(slugs)}")
    text = strip_invisible(source.text).rstrip() + "\n"
    lines, body = front_matter.split(text)
    matter = front_matter.read(source.kind, lines)
    stripped = f"---\n{_EXPORT_LINES.sub('', lines)}---\n{body}"
    if not _survives_export(stripped, source.kind, matter, body):
        raise BadFrontMatter(
            "write `key: value` lines without indentation, and publish_at and updated_at each on one line of its own"
        )
    return stripped, matter, body


def _survives_export(stripped: str, kind: Kind, matter: Common, body: str) -> bool:
    """Tell whether an export of this source, imported again, is an equal text."""
    times = {"publish_at": _SOME_TIME, "updated_at": _SOME_TIME}
    lines, body_again = front_matter.split(export_source(stripped, **times, said={}))
    try:
        again = front_matter.read(kind, lines)
    except BadFrontMatter:
        return False
    expected = msgspec.structs.replace(matter, **times)
    if isinstance(expected, LegalMatter):
        expected = msgspec.structs.replace(expected, said={})
    return (again, body_again) == (expected, body)


def _edition(source: Source, matter: Common) -> str:
    if not isinstance(matter, LegalMatter):
        return ""
    edition = matter.version.isoformat()
    if source.edition not in {"", edition}:
        raise BadFrontMatter(f"version: {edition}, but the file's name says {source.edition}")
    return edition


def _list_fields(matter: Common) -> ListFields:
    return ListFields(
        publish_at=matter.publish_at,
        withdrawn=matter.withdrawn,
        pinned=isinstance(matter, NoticeMatter) and matter.pinned and not matter.withdrawn,
        category=matter.category if isinstance(matter, QuestionMatter) else None,
        position=matter.position if isinstance(matter, QuestionMatter) else 0,
        at_home=isinstance(matter, QuestionMatter) and matter.home,
        effective_from=matter.effective_from if isinstance(matter, LegalMatter) else None,
        refund_mode=matter.refund_mode if isinstance(matter, LegalMatter) else None,
    )


def _first_words(text: str) -> str:
    """As many as search engines show below a title."""
    line = " ".join(text.split())
    if len(line) <= DESCRIPTION_LENGTH:
        return line
    cut = line[: DESCRIPTION_LENGTH - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"


class _Filling:
    """Fills placeholders and files into the front matter, and collects what is missing."""

    def __init__(self, files: Mapping[str, File], values: Mapping[str, str]) -> None:
        self._files = files
        self._values = values
        self.named = set[str]()
        self.used = set[str]()
        self.missing = set[str]()
        self.problems = list[str]()

    def note_placeholders(self, text: str) -> None:
        for name in placeholders.named_in(text):
            if name in self._values:
                self.named.add(name)
            else:
                self.problems.append(f"{{{{{name}}}}}: there is no such placeholder")

    def title(self, text: str) -> str:
        filled = self.line("title", text, limit=TITLE_LENGTH)
        if not filled:
            self.problems.append("title: there is nothing in it")
        return filled

    def line(self, key: str, text: str, *, limit: int = LINE_LENGTH) -> str:
        return " ".join(self.words(key, text, limit=limit).split())

    def words(self, key: str, text: str, *, limit: int) -> str:
        """The limit holds for the filled text, because a placeholder's value can be long."""
        self.note_placeholders(text)
        filled = placeholders.fill(text, self._values)
        if len(filled) > limit:
            self.problems.append(f"{key}: longer than {limit} characters once its placeholders are filled")
        return filled

    def file(self, path: str) -> File:
        name = path.removeprefix("files/")
        file = self._files.get(name)
        if file is None:
            self.missing.add(name)
            self.problems.append(f"{path}: there is no such file")
            return File("", 0)
        self.used.add(name)
        return file

    def details(self, source: Source, matter: Common) -> dict[str, Any]:
        match matter:
            case NoticeMatter(attachments=[_, *_]):
                return {"attachments": msgspec.to_builtins([*map(self._attachment, matter.attachments)])}
            case PageMatter():
                texts = {
                    key: self.words(f"texts.{key}", text, limit=WORDS_LENGTH)
                    for key, text in matter.texts.items()
                }
                return {"texts": texts}
            case ReleaseMatter():
                return self._release(source, matter)
            case _:
                return {}

    def _attachment(self, path: str) -> Attachment:
        file = self.file(path)
        return Attachment(path.removeprefix("files/"), file.url, file.size)

    def _release(self, source: Source, matter: ReleaseMatter) -> dict[str, Any]:
        if not source.slug.startswith(f"{matter.os}-"):
            self.problems.append(f"os: the file's name must begin with {matter.os}-")
        if matter.kind == "file":
            if matter.url is not None or None in {matter.file, matter.size, matter.sha256}:
                self.problems.append("kind: file needs `file`, `size` and `sha256`, and no `url`")
        elif matter.url is None or matter.file is not None:
            self.problems.append(f"kind: {matter.kind} needs `url` and no `file`")
        return msgspec.to_builtins(
            {
                "os": matter.os,
                "name": self.line("name", matter.name),
                "version": matter.version,
                "released_on": matter.released_on,
                "kind": matter.kind,
                "url": matter.url or f"/download-files/{quote(matter.file or '')}",
                "file": matter.file,
                "size": matter.size,
                "sha256": matter.sha256,
                "requires": self.line("requires", matter.requires),
            }
        )
