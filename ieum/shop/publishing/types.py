"""Rows of published texts, and the answers made of them."""

from datetime import date, datetime
from typing import Any, Literal

import msgspec

from ieum.shop.kernel.paging import Listing
from ieum.shop.search.types import EntryId
from ieum.shop.site.words import Os

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

NOTICES_PER_PAGE = 10


class Section(msgspec.Struct, frozen=True):
    """A heading of the second level, with the HTML below it."""

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
    """A published entry with its current version."""

    id: EntryId
    slug: str
    publish_at: datetime
    withdrawn: bool
    pinned: bool
    category: Category | None
    changed_at: datetime
    title: str
    description: str
    image: str
    html: str
    lead: str
    sections: list[Section]
    details: dict[str, Any]


class NoticeCount(msgspec.Struct, frozen=True):
    pinned: int
    # Also the `place` of the newest one that is not pinned.
    others: int


class CategoryRow(msgspec.Struct, frozen=True):
    category: Category
    count: int
    # How many of them match the request's filters.
    matching: int


class EditionRow(msgspec.Struct, frozen=True):
    """An edition of a legal document."""

    edition: str
    effective_from: date
    in_force: bool


class Neighbour(msgspec.Struct, frozen=True):
    slug: str
    title: str


class Neighbours(msgspec.Struct, frozen=True):
    older: Neighbour | None
    newer: Neighbour | None


class ListedNotice(msgspec.Struct, rename="camel", frozen=True):
    slug: str
    title: str
    published_at: datetime
    pinned: bool
    has_attachments: bool


class Described(msgspec.Struct, rename="camel", kw_only=True, frozen=True):
    """A text with what describes it where its link is shared."""

    slug: str
    title: str
    description: str
    # None for the picture that the shop draws.
    image: str | None


class Notice(Described, kw_only=True, frozen=True):
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
    """A page of questions; `categories` counts all published ones."""

    # Repeated from the base class, because the OpenAPI schema does not resolve its type variable.
    items: list[Question]
    categories: list[CategoryCount]


class HomeQuestion(msgspec.Struct, frozen=True):
    slug: str
    question: str
    html: str


class Guide(Described, kw_only=True, frozen=True):
    html: str
    updated_at: datetime
    headings: list[Heading]


class ContentPage(Described, kw_only=True, frozen=True):
    texts: dict[str, str]
    lead: str
    sections: list[Section]
    updated_at: datetime
    # Empty on every page but `home`.
    questions: list[HomeQuestion]


class Edition(msgspec.Struct, rename="camel", frozen=True):
    version: str
    effective_from: date


class LegalDocument(Described, kw_only=True, frozen=True):
    version: str
    effective_from: date
    html: str
    is_current: bool
    # Newest first, including announced ones.
    versions: list[Edition]


class Release(msgspec.Struct, rename="camel", kw_only=True, frozen=True):
    slug: str
    os: Os
    name: str
    # None for apps in a store, which alone knows it.
    version: str | None
    released_on: date | None
    kind: Literal["file", "link", "store"]
    url: str
    size: int | None
    sha256: str | None
    requires: str
    sections: list[Section]
    is_latest: bool
