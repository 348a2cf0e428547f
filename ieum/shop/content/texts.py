"""From a source to what the shop keeps and shows of it. Pure."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from ieum.shop.content import front_matter, placeholders, rendering
from ieum.shop.content.front_matter import (
    BadFrontMatter,
    Common,
    LegalMatter,
    NoticeMatter,
    PageMatter,
    QuestionMatter,
    ReleaseMatter,
)
from ieum.shop.content.rendering import File
from ieum.shop.content.sources import Source
from ieum.shop.content.types import Attachment, Category, Kind, ReleaseDetails, Section

DESCRIPTION_LENGTH = 150
_TIMES = re.compile(r"^(?:publish_at|updated_at)[ \t]*:.*\n", re.MULTILINE)


class Version(msgspec.Struct, frozen=True):
    """What readers get. Two that are equal are one version."""

    source: str
    title: str
    description: str
    image: str
    html: str
    lead: str
    sections: list[Section]
    plain_text: str
    details: dict[str, Any]
    # Keys of files, in order.
    files: list[str]


class Listing(msgspec.Struct, frozen=True):
    """What lists need of it; `publish_at` is None where the writer left it open."""

    publish_at: datetime | None
    withdrawn: bool
    pinned: bool = False
    category: Category | None = None
    position: int = 0
    at_home: bool = False
    effective_from: date | None = None


class Text(msgspec.Struct, frozen=True):
    where: str
    kind: Kind
    slug: str
    edition: str
    version: Version
    listing: Listing
    updated_at: datetime | None
    moved_from: list[str]
    # Placeholders for which the site's configuration has nothing yet.
    unfilled: list[str]

    @property
    def key(self) -> tuple[Kind, str, str]:
        return self.kind, self.slug, self.edition


class BadText(Exception):
    """All that is wrong with one source."""

    def __init__(self, where: str, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = [f"{where}: {problem}" for problem in problems]


def read_text(source: Source, *, files: Mapping[str, File], values: Mapping[str, str]) -> Text:
    """Raises BadText. `values` are those of the placeholders."""
    try:
        kept, matter, body = _read(source)
        edition = _edition(source, matter)
    except BadFrontMatter as error:
        raise BadText(source.where, [str(error)]) from None
    filling = _Filling(files, values)
    rendered = rendering.render(placeholders.fill_markdown(filling.note(body), values), files)
    title = filling.plain(matter.title)
    version = Version(
        source=kept,
        title=title,
        description=filling.plain(matter.description) or _beginning(rendered.plain_text),
        image=filling.file(matter.image).url if matter.image else "",
        html="" if source.kind in {"page", "release"} else rendered.html,
        lead=rendered.lead if source.kind in {"page", "release"} else "",
        sections=rendered.sections if source.kind in {"guide", "page", "release"} else [],
        plain_text=rendered.plain_text,
        details=filling.details(source, matter),
        files=sorted({files[name].key for name in rendered.files | filling.used}),
    )
    problems = [*rendered.problems, *filling.problems]
    if problems:
        raise BadText(source.where, list(dict.fromkeys(problems)))
    return Text(
        where=source.where,
        kind=source.kind,
        slug=source.slug,
        edition=edition,
        version=version,
        listing=_listing(matter),
        updated_at=matter.updated_at,
        moved_from=matter.moved_from,
        unfilled=[name for name in filling.named if not values[name]],
    )


def with_times(source: str, *, publish_at: datetime, updated_at: datetime) -> str:
    """The source as an export writes it."""
    matter, body = front_matter.split(source)
    times = f"publish_at: {publish_at.isoformat()}\nupdated_at: {updated_at.isoformat()}\n"
    return f"---\n{matter}{times}---\n{body}"


def _read(source: Source) -> tuple[str, Common, str]:
    """The source without its times, which are kept apart; the front matter; the body."""
    if (known := front_matter.SLUGS.get(source.kind)) and source.slug not in known:
        raise BadFrontMatter(f"the shop has no place for this one; it has {', '.join(known)}")
    text = rendering.strip_invisible(source.text).rstrip() + "\n"
    lines, body = front_matter.split(text)
    matter = front_matter.read(source.kind, lines)
    kept = _TIMES.sub("", lines)
    try:
        same = front_matter.read(source.kind, kept)
    except BadFrontMatter:
        same = None
    if same != msgspec.structs.replace(matter, publish_at=None, updated_at=None):
        raise BadFrontMatter("publish_at, updated_at: each on one line of its own, please")
    return f"---\n{kept}---\n{body}", matter, body


def _edition(source: Source, matter: Common) -> str:
    if not isinstance(matter, LegalMatter):
        return ""
    edition = matter.version.isoformat()
    if source.edition not in {"", edition}:
        raise BadFrontMatter(f"version: {edition}, but the file's name says {source.edition}")
    return edition


def _listing(matter: Common) -> Listing:
    return Listing(
        publish_at=matter.publish_at,
        withdrawn=matter.withdrawn,
        pinned=isinstance(matter, NoticeMatter) and matter.pinned and not matter.withdrawn,
        category=matter.category if isinstance(matter, QuestionMatter) else None,
        position=matter.position if isinstance(matter, QuestionMatter) else 0,
        at_home=isinstance(matter, QuestionMatter) and matter.home,
        effective_from=matter.effective_from if isinstance(matter, LegalMatter) else None,
    )


def _beginning(text: str) -> str:
    """The first words of it, as many as are shown below a title."""
    line = " ".join(text.split())
    if len(line) <= DESCRIPTION_LENGTH:
        return line
    cut = line[: DESCRIPTION_LENGTH - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"


class _Filling:
    """Puts values and files where a text names them; notes what is not there."""

    def __init__(self, files: Mapping[str, File], values: Mapping[str, str]) -> None:
        self._files = files
        self._values = values
        self.named = list[str]()
        self.used = set[str]()
        self.problems = list[str]()

    def note(self, text: str) -> str:
        """The text as it is; what it names is known then."""
        for name in placeholders.named_in(text):
            if name in self._values:
                self.named.append(name)
            else:
                self.problems.append(f"{{{{{name}}}}}: there is no such placeholder")
        return text

    def plain(self, text: str) -> str:
        return placeholders.fill_plain(self.note(text), self._values)

    def file(self, path: str) -> File:
        name = path.removeprefix("files/")
        found = self._files.get(name)
        if found is None:
            self.problems.append(f"{path}: there is no such file")
            return File("", "", 0)
        self.used.add(name)
        return found

    def details(self, source: Source, matter: Common) -> dict[str, Any]:
        match matter:
            case NoticeMatter(attachments=[_, *_]):
                found = [(path, self.file(path)) for path in matter.attachments]
                attached = [
                    Attachment(path.removeprefix("files/"), file.url, file.size) for path, file in found
                ]
                return {"attachments": msgspec.to_builtins(attached)}
            case PageMatter():
                return {"texts": {key: self.plain(text) for key, text in matter.texts.items()}}
            case ReleaseMatter():
                return msgspec.to_builtins(self._release(source, matter))
            case _:
                return {}

    def _release(self, source: Source, matter: ReleaseMatter) -> ReleaseDetails:
        if not source.slug.startswith(f"{matter.os}-"):
            self.problems.append(f"os: the file's name must begin with {matter.os}-")
        if matter.kind == "file":
            if matter.url is not None or None in {matter.file, matter.size, matter.sha256}:
                self.problems.append("kind: file needs `file`, `size` and `sha256`, and no `url`")
        elif matter.url is None or matter.file is not None:
            self.problems.append(f"kind: {matter.kind} needs `url` and no `file`")
        return ReleaseDetails(
            os=matter.os,
            name=self.plain(matter.name),
            version=matter.version,
            released_on=matter.released_on,
            kind=matter.kind,
            url=matter.url or f"/download-files/{quote(matter.file or '')}",
            file=matter.file,
            size=matter.size,
            sha256=matter.sha256,
            requires=self.plain(matter.requires),
        )
