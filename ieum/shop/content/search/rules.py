"""Korean text as the index and a question see it. Pure.

PostgreSQL has no dictionary of Korean and we install none. Every word becomes the pairs of syllables that stand beside
each other in it, so that a part of a word finds the whole; Latin words and numbers become their beginnings. Both sides
are made here, because they find each other only where they agree.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ieum.shop.content.search.types import Piece, Word
from ieum.shop.content.search.words import ALONE

# Hangul with its letters alone, kana and Chinese characters: what is written without a blank after every word.
SYLLABLES = (
    "\u1100-\u11ff\u3041-\u30ff\u3131-\u318e\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
)
_RUN = re.compile(rf"([{SYLLABLES}]+)|([^\W_{SYLLABLES}]+)")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
# The only letter whose small form has another length: what is found in a small text must stand there in the text, too.
_TABLE = {**_FULL_WIDTH, 0x0130: "I"}

# Of keys and check sums only the beginning counts.
LONGEST_WORD = 20
# 10 is not the beginning of 1000.
SHORTEST_OF_NUMBERS = 3
SHORT = 2
# PostgreSQL takes a megabyte of them, and a letter is four bytes at most. The rest is for the title and for labels.
MOST_LETTERS = 250_000

# Marks that no word contains, since words are letters and digits.
ACROSS, LABEL = " ", "#"


class Run(NamedTuple):
    text: str
    syllables: bool
    # Follows the run before it with nothing but blanks between.
    after_blank: bool


def clean(text: str) -> str:
    """As it is kept, shown and searched: composed, in one width, on one line, without what cannot be seen."""
    composed = unicodedata.normalize("NFC", text).translate(_TABLE)
    seen = "".join(
        " " if char.isspace() or _is_control(char) else char for char in composed if _is_seen(char)
    )
    return " ".join(seen.split())


def fold(cleaned: str) -> str:
    """In small letters, every one in its place."""
    return cleaned.lower()


def lexemes(text: str) -> set[str]:
    """What a text is found by; of one without end, its beginning."""
    found: set[str] = set()
    room = MOST_LETTERS
    last: Run | None = None
    for run in runs_of(fold(clean(text))):
        new = _lexemes(run, last) - found
        room -= sum(map(len, new))
        if room < 0:
            break
        found |= new
        last = run
    return found


def _lexemes(run: Run, last: Run | None) -> set[str]:
    if not run.syllables:
        return set(_beginnings(run.text[:LONGEST_WORD]))
    found = {*run.text, *_pairs(run.text)}
    if run.after_blank and last is not None and last.syllables:
        found.add(last.text[-1] + ACROSS + run.text[0])
        if len(last.text) == 1:
            found.add(_apart(last.text + run.text[0]))
    return found


def label(kind: str) -> str:
    """The lexeme of all texts of a kind; no word of a text looks like it."""
    return LABEL + kind


def tsquery(words: list[Word]) -> str:
    """For PostgreSQL's own type, quoted: no letter of a question means anything but itself."""
    return _all(_any(_all(map(_loose, spelling)) for spelling in word) for word in words)


def strict_tsquery(words: list[Word]) -> str:
    """Without blanks inside: finds less at a fraction of the cost, because a word of one spelling holds no "or"."""
    return _all(_any(_all(map(_strict, spelling)) for spelling in word) for word in words)


def is_certain(words: list[Word]) -> bool:
    """Whether the index alone tells: three syllables and more are pairs that may stand apart."""
    return all(not _is_long(piece) for word in words for spelling in word for piece in spelling)


def occurs_in(words: list[Word], cleaned: str) -> bool:
    """Whether they really stand there, the long pieces as one, with or without blanks between their syllables."""
    folded = fold(cleaned)
    return all(
        any(all(re.search(pattern(piece), folded) for piece in spelling) for spelling in word)
        for word in words
    )


def pattern(piece: Piece) -> str:
    """Finds in a folded text what the index finds, and long pieces as one."""
    if piece.syllables:
        if len(piece.text) == SHORT:
            return rf"{piece.text}|(?<![{SYLLABLES}]){piece.text[0]} {piece.text[1]}"
        return " ?".join(piece.text)
    ends = rf"(?![^\W_{SYLLABLES}])" if _is_a_whole(piece.text) else ""
    return rf"(?<![^\W_{SYLLABLES}]){piece.text}{ends}"


def _loose(piece: Piece) -> str:
    if _is_long(piece):
        return _all(f"('{pair}' | '{pair[0]}{ACROSS}{pair[1]}')" for pair in _enough_pairs(piece.text))
    if piece.syllables and len(piece.text) == SHORT:
        return f"('{piece.text}' | '{_apart(piece.text)}')"
    return f"'{piece.text}'"


def _strict(piece: Piece) -> str:
    if _is_long(piece):
        return _all(f"'{pair}'" for pair in _enough_pairs(piece.text))
    # More often apart than not: 한 달, 안 될 때.
    return _loose(piece) if piece.text[0] in ALONE else f"'{piece.text}'"


def _all(parts: Iterable[str]) -> str:
    return f"({' & '.join(parts)})"


def _any(parts: Iterable[str]) -> str:
    return f"({' | '.join(parts)})"


def _apart(two: str) -> str:
    """The lexeme of two syllables of which the first is a word of its own: 한 달, but not 이음 식당."""
    return f"{ACROSS}{two[0]}{ACROSS}{two[1]}"


def _pairs(syllables: str) -> list[str]:
    return [one + other for one, other in pairwise(syllables)]


def _enough_pairs(syllables: str) -> list[str]:
    """So many that every syllable is in one. The text itself is looked into anyway, and each costs time."""
    pairs = _pairs(syllables)
    return list(dict.fromkeys([*pairs[:-1:2], pairs[-1]]))


def _beginnings(word: str) -> Iterator[str]:
    yield word
    yield from (word[:end] for end in range(1, len(word)) if not _is_a_whole(word[:end]))


def _is_a_whole(latin: str) -> bool:
    """Not the beginning of anything."""
    return latin[0].isdigit() and len(latin) < SHORTEST_OF_NUMBERS


def _is_long(piece: Piece) -> bool:
    return piece.syllables and len(piece.text) > SHORT


def runs_of(folded: str) -> Iterator[Run]:
    end = -1
    for match in _RUN.finditer(folded):
        between = folded[end : match.start()] if end >= 0 else ""
        yield Run(match[0], match[1] is not None, after_blank=between == " ")
        end = match.end()


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}


def _is_seen(char: str) -> bool:
    """Not what joins, hides or turns the letters around it."""
    return unicodedata.category(char) != "Cf"
