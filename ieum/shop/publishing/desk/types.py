"""Texts on the wire: what the console shows of them, and what it is sent."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ieum.shop.desk.types import StaffId
from ieum.shop.publishing.editing import WrittenText
from ieum.shop.publishing.types import Release, Section
from ieum.shop.publishing.words import KINDS
from ieum.shop.search.types import EntryId, Kind

type TextState = Literal["published", "coming", "withdrawn"]

_Slug = Annotated[str, Meta(max_length=80, pattern=r"^[a-z0-9](-?[a-z0-9])*(?!\n)$")]


class TextLine(msgspec.Struct, rename="camel"):
    """A text in the list. `draft` is the number of what somebody writes for it."""

    id: EntryId
    kind: Kind
    slug: str
    edition: str
    title: str
    state: TextState
    number: int
    pinned: bool
    publish_at: datetime
    changed_at: datetime
    draft: int | None


class TextVersion(msgspec.Struct, rename="camel"):
    number: int
    title: str
    changed_at: datetime


class TextPage(TextLine, rename="camel", kw_only=True):
    """A text with its versions, newest first. What cannot be done now says why."""

    path: str
    effective_from: date | None
    written: WrittenText
    versions: list[TextVersion]
    why_no_draft: str | None
    why_not_withdrawn: str | None


class DifferenceLine(msgspec.Struct):
    sign: Literal["same", "new", "gone"]
    text: str


class TextDifference(msgspec.Struct):
    lines: list[DifferenceLine]


class DraftLine(msgspec.Struct, rename="camel"):
    id: int
    kind: Kind
    slug: str
    edition: str
    title: str
    entry_id: EntryId | None
    version: int
    changed_at: datetime
    changed_by: str
    publish_at: datetime | None
    problem: str


class DraftPage(DraftLine, rename="camel", kw_only=True):
    """A draft with what is written; `behind` says that the published text has changed since it was begun."""

    written: WrittenText
    behind: bool


class DraftRow(msgspec.Struct):
    """A draft as the database has it, locked or not."""

    id: int
    kind: Kind
    slug: str
    edition: str
    written: WrittenText
    based_on: int
    version: int
    publish_at: datetime | None
    scheduled_by: StaffId | None
    reason: str

    @property
    def key(self) -> tuple[Kind, str, str]:
        return self.kind, self.slug, self.edition


class NewDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A draft of a new text, or of one that is there, whose words it begins with."""

    kind: Annotated[Kind, Meta(title="종류", extra_json_schema={"words": KINDS})]
    slug: Annotated[_Slug, Meta(title="주소에 쓸 이름")]
    # Of a legal document.
    edition: (
        Annotated[date, Meta(title="판의 날짜", description="시행일과 같게 하는 것이 보통입니다.")]
        | UnsetType
    ) = UNSET


class TextDraft(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    kind: Kind
    slug: _Slug
    edition: date | None = None
    written: WrittenText


class RenderedText(msgspec.Struct, rename="camel"):
    """The text as its page will show it, or all that is wrong with it."""

    title: str
    description: str
    html: str
    sections: list[Section]
    texts: dict[str, str]
    problems: list[str]
    # Of a release: its card, as the page for its system shows it.
    release: Release | None = None


class FileForm(msgspec.Struct, forbid_unknown_fields=True):
    """A file in base64; a picture or a document, 5 MB at most."""

    name: Annotated[str, Meta(pattern=r"^[0-9A-Za-z가-힣][0-9A-Za-z가-힣._-]{0,99}(?!\n)$")]
    content: Annotated[str, Meta(max_length=7_000_000)]


class UploadedFile(msgspec.Struct, rename="camel"):
    """`markdown` is what puts the file into a text."""

    key: str
    markdown: str


class ProgramLine(msgspec.Struct, rename="camel"):
    """A file of the downloads folder."""

    name: str
    size: int
    changed_at: datetime


class Program(msgspec.Struct):
    """A file of the downloads folder with what a release says of it."""

    name: str
    size: int
    sha256: str
