"""What is searched, and what is found."""

from datetime import datetime
from typing import Literal, NamedTuple

import msgspec

from ieum.shop.content.types import EntryId

type Searched = Literal["notice", "faq", "guide"]
KINDS: tuple[Searched, ...] = ("notice", "faq", "guide")


class Piece(NamedTuple):
    """What must stand in a text as it is, blanks aside."""

    text: str
    syllables: bool


# Pieces that must all be there.
type Spelling = tuple[Piece, ...]
# Of which one is enough.
type Word = tuple[Spelling, ...]


class Text(msgspec.Struct, frozen=True):
    """A text as it is published, without its mark-up."""

    entry_id: EntryId
    kind: Searched
    slug: str
    publish_at: datetime
    title: str
    body: str


class Candidate(msgspec.Struct, frozen=True):
    entry_id: EntryId
    # All that there are came with this one.
    is_complete: bool


class BodyRow(msgspec.Struct, frozen=True):
    entry_id: EntryId
    title: str
    body: str


class FoundRow(msgspec.Struct, frozen=True):
    """What a result shows of a text; the place is that of a question in the whole list."""

    entry_id: EntryId
    kind: Searched
    slug: str
    title: str
    body: str
    place: int | None


class Matches(msgspec.Struct, frozen=True):
    """The best first, whether these are all that there are, and the words that they have."""

    ids: list[EntryId]
    is_exact: bool
    words: list[Word]


class Result(msgspec.Struct, frozen=True):
    kind: Searched
    path: str
    title: str
    # Plain text; whoever shows it marks the words.
    excerpt: str


class Results(msgspec.Struct, rename="camel", frozen=True):
    items: list[Result]
    page: int
    page_size: int
    total: int
    is_total_exact: bool
