"""Kinds of texts, words of a query, indexed texts, and results."""

from datetime import datetime
from typing import Literal, NamedTuple, NewType

import msgspec

EntryId = NewType("EntryId", int)
type Kind = Literal["notice", "faq", "guide", "page", "legal", "release"]

# Of the list of questions: a result names the page that a question is on.
QUESTIONS_PER_PAGE = 20

type Searched = Literal["notice", "faq", "guide"]
KINDS: tuple[Searched, ...] = ("notice", "faq", "guide")


class Piece(NamedTuple):
    """A string that a text must contain, with or without blanks between its syllables."""

    text: str
    # Written in Hangul or another script of syllables, not in Latin letters or digits.
    syllables: bool


# A text matches a spelling if it contains all its pieces, and a word if it matches one of its spellings.
type Spelling = tuple[Piece, ...]
type Word = tuple[Spelling, ...]


class Text(msgspec.Struct, frozen=True):
    """A published text without markup."""

    entry_id: EntryId
    kind: Searched
    slug: str
    publish_at: datetime
    title: str
    body: str


class Candidate(msgspec.Struct, frozen=True):
    entry_id: EntryId
    # The index was asked for all texts, not for the newest alone. The same for every row of an answer.
    is_complete: bool


class BodyRow(msgspec.Struct, frozen=True):
    entry_id: EntryId
    title: str
    body: str


class ResultRow(msgspec.Struct, frozen=True):
    """Contents of a result; `place` counts the questions before it in the whole list of questions."""

    entry_id: EntryId
    kind: Searched
    slug: str
    title: str
    body: str
    place: int | None


class Matches(msgspec.Struct, frozen=True):
    """The matching texts, the best first, and the words that were matched."""

    ids: list[EntryId]
    # There are no others.
    is_exact: bool
    words: list[Word]


class Result(msgspec.Struct, frozen=True):
    kind: Searched
    path: str
    title: str
    # Plain text; the page marks the words.
    excerpt: str


class Results(msgspec.Struct, rename="camel", frozen=True):
    items: list[Result]
    page: int
    page_size: int
    total: int
    is_total_exact: bool
