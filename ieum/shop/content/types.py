"""Texts as the database keeps them and as the wire has them."""

from datetime import date, datetime
from typing import Any, Literal, NewType

import msgspec

from ieum.shop.kernel.http import Listing

EntryId = NewType("EntryId", int)

type Kind = Literal["notice", "faq", "guide", "page", "legal", "release"]
type Os = Literal["windows", "android", "macos", "ios"]
type Category = Literal["product", "connection", "payment", "account", "address"]
type PageSlug = Literal[
    "home",
    "guide",
    "static-ip",
    "dynamic-ip",
    "ip-ticket",
    "download-windows",
    "download-android",
    "download-macos",
    "download-ios",
]
type LegalSlug = Literal["terms-use", "policy"]

NOTICES_PER_PAGE, QUESTIONS_PER_PAGE = 10, 20
CATEGORIES: dict[Category, str] = {
    "product": "상품",
    "connection": "접속",
    "payment": "결제",
    "account": "계정",
    "address": "IP 주소",
}


class Section(msgspec.Struct, frozen=True):
    """What stands under one heading of the second level, without the heading."""

    id: str
    title: str
    html: str


class Heading(msgspec.Struct, frozen=True):
    id: str
    title: str


class Attachment(msgspec.Struct, frozen=True):
    name: str
    url: str
    size: int


class TextRow(msgspec.Struct, frozen=True):
    """An entry that is published, with its current version."""

    id: EntryId
    slug: str
    edition: str
    publish_at: datetime
    withdrawn: bool
    pinned: bool
    category: Category | None
    effective_from: date | None
    changed_at: datetime
    title: str
    description: str
    image: str
    html: str
    lead: str
    sections: list[Section]
    details: dict[str, Any]


class NoticeRow(msgspec.Struct, frozen=True):
    """What the list shows of a notice."""

    slug: str
    title: str
    publish_at: datetime
    pinned: bool
    has_attachments: bool


class NoticeCount(msgspec.Struct, frozen=True):
    pinned: int
    # Also the place of the newest of them.
    others: int


class QuestionRow(msgspec.Struct, frozen=True):
    slug: str
    category: Category
    title: str
    html: str


class CategoryRow(msgspec.Struct, frozen=True):
    category: Category
    count: int
    # Of these, how many are asked for.
    matching: int


class ReleaseRow(msgspec.Struct, frozen=True):
    slug: str
    sections: list[Section]
    details: "ReleaseDetails"


class EditionRow(msgspec.Struct, frozen=True):
    """One edition of a legal document."""

    edition: str
    effective_from: date
    in_force: bool


class ReleaseDetails(msgspec.Struct, frozen=True):
    """What a release says beside its text."""

    os: Os
    name: str
    # A store knows, and we do not.
    version: str | None
    released_on: date | None
    kind: Literal["file", "link", "store"]
    url: str
    # The name of a file that we serve ourselves.
    file: str | None
    size: int | None
    sha256: str | None
    requires: str


class ListedRow(msgspec.Struct, frozen=True):
    kind: Kind
    slug: str
    changed_at: datetime


class Neighbour(msgspec.Struct, frozen=True):
    slug: str
    title: str


class ListedNotice(msgspec.Struct, rename="camel", frozen=True):
    slug: str
    title: str
    published_at: datetime
    pinned: bool
    has_attachments: bool


class Notice(msgspec.Struct, rename="camel", kw_only=True, frozen=True):
    slug: str
    title: str
    description: str
    # A path for sharing; None for the shop's own picture.
    image: str | None
    html: str
    published_at: datetime
    updated_at: datetime
    pinned: bool
    attachments: list[Attachment]
    # The next older and the next newer one.
    previous: Neighbour | None
    next: Neighbour | None


class Question(msgspec.Struct, frozen=True):
    slug: str
    category: Category
    question: str
    html: str


class QuestionOnPage(Question, frozen=True):
    page: int


class CategoryCount(msgspec.Struct, frozen=True):
    key: Category
    name: str
    count: int


class Questions(Listing[Question], kw_only=True):
    """One page of them; `categories` counts all that are published."""

    # Said again, because the schema does not look through the class that it comes from.
    items: list[Question]
    categories: list[CategoryCount]


class HomeQuestion(msgspec.Struct, frozen=True):
    slug: str
    question: str
    html: str


class Guide(msgspec.Struct, rename="camel", kw_only=True, frozen=True):
    slug: str
    title: str
    description: str
    image: str | None
    html: str
    updated_at: datetime
    headings: list[Heading]


class ContentPage(msgspec.Struct, rename="camel", kw_only=True, frozen=True):
    slug: str
    title: str
    description: str
    image: str | None
    texts: dict[str, str]
    lead: str
    sections: list[Section]
    updated_at: datetime
    # Only the page `home` has any.
    questions: list[HomeQuestion]


class Edition(msgspec.Struct, rename="camel", frozen=True):
    version: str
    effective_from: date


class LegalDocument(msgspec.Struct, rename="camel", kw_only=True, frozen=True):
    slug: str
    title: str
    description: str
    image: str | None
    version: str
    effective_from: date
    html: str
    is_current: bool
    # Newest first, announced ones among them.
    versions: list[Edition]


class Release(msgspec.Struct, rename="camel", kw_only=True, frozen=True):
    slug: str
    os: Os
    name: str
    version: str | None
    released_on: date | None
    kind: Literal["file", "link", "store"]
    url: str
    size: int | None
    sha256: str | None
    requires: str
    sections: list[Section]
    is_latest: bool


class Listed(msgspec.Struct, frozen=True):
    """A text with a page of its own, for the sitemap."""

    kind: Kind
    slug: str
    path: str
    updated_at: datetime
