"""Splits Korean texts into the lexemes of the index, and writes the `tsquery` for the words of a query. Pure.

PostgreSQL has no dictionary of Korean, and we install none. A Korean word becomes its syllables and its pairs of
neighbouring syllables, so that a part of a word finds the whole; a Latin word or a number becomes its beginnings. Index
and query must agree in every detail.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ieum.shop.search.types import Piece, Word
from ieum.shop.search.words import ONE_SYLLABLE_WORDS

# Hangul, its single letters, kana and Chinese characters: scripts that do not put a blank after every word.
SYLLABLES = (
    "\u1100-\u11ff\u3041-\u30ff\u3131-\u318e\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
)
_RUN = re.compile(rf"([{SYLLABLES}]+)|([^\W_{SYLLABLES}]+)")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
# İ is the only letter whose small form is longer: places in the folded text must be places in the text itself.
_TABLE = {**_FULL_WIDTH, 0x0130: "I"}

# Only the beginning of a long key or check sum is indexed.
LONGEST_WORD = 20
# A shorter number is not the beginning of another: 10 does not find 1000.
SHORTEST_NUMBER_PREFIX = 3
# The index alone finds pieces of so many syllables; longer ones are checked in the text.
SHORT = 2
# A tsvector holds a megabyte, and a letter takes up to four bytes. What is left is for the title and for labels.
MOST_LETTERS = 250_000

# Characters that no word contains, since words are letters and digits.
ACROSS, LABEL = " ", "#"


class Run(NamedTuple):
    """Consecutive syllables, or consecutive Latin letters and digits."""

    text: str
    syllables: bool
    # Only a blank separates it from the run before.
    after_blank: bool


def clean(text: str) -> str:
    """The form in which a text is indexed and shown: NFC, half-width, on one line, without invisible characters."""
    composed = unicodedata.normalize("NFC", text).translate(_TABLE)
    visible = "".join(" " if _is_blank(char) else char for char in composed if _is_visible(char))
    return " ".join(visible.split())


def fold(cleaned: str) -> str:
    """In small letters, each in the same place as before."""
    return cleaned.lower()


def lexemes(text: str) -> set[str]:
    """The lexemes that find a text; of a very long text, those of its beginning."""
    lexemes: set[str] = set()
    room = MOST_LETTERS
    last: Run | None = None
    for run in runs_of(fold(clean(text))):
        new = _lexemes(run, last) - lexemes
        room -= sum(map(len, new))
        if room < 0:
            break
        lexemes |= new
        last = run
    return lexemes


def _lexemes(run: Run, last: Run | None) -> set[str]:
    if not run.syllables:
        return set(_beginnings(run.text[:LONGEST_WORD]))
    lexemes = {*run.text, *_pairs(run.text)}
    if run.after_blank and last is not None and last.syllables:
        lexemes.add(last.text[-1] + ACROSS + run.text[0])
        if len(last.text) == 1:
            lexemes.add(_apart(last.text + run.text[0]))
    return lexemes


def label(kind: str) -> str:
    """The lexeme that all texts of a kind have, and that no word can be."""
    return LABEL + kind


def tsquery(words: list[Word]) -> str:
    """Every lexeme is quoted, so that no character of a query is an operator."""
    return _all(_any(_all(map(_loose, spelling)) for spelling in word) for word in words)


def strict_tsquery(words: list[Word]) -> str:
    """Without blanks inside a piece: finds less at a fraction of the cost, because it needs hardly any "or"."""
    return _all(_any(_all(map(_strict, spelling)) for spelling in word) for word in words)


def is_certain(words: list[Word]) -> bool:
    """Tell whether a match in the index is one in the text; pairs of a longer piece can occur in different places."""
    return all(not _is_long(piece) for word in words for spelling in word for piece in spelling)


def occurs_in(words: list[Word], cleaned: str) -> bool:
    """Tell whether the text contains every word, each piece whole, with or without blanks between its syllables."""
    folded = fold(cleaned)
    return all(
        any(all(re.search(pattern(piece), folded) for piece in spelling) for spelling in word)
        for word in words
    )


def pattern(piece: Piece) -> str:
    """A regular expression that finds a piece in a folded text, as the index does, but a long piece as a whole."""
    if piece.syllables:
        if len(piece.text) == SHORT:
            return rf"{piece.text}|(?<![{SYLLABLES}]){piece.text[0]} {piece.text[1]}"
        return " ?".join(piece.text)
    ends = rf"(?![^\W_{SYLLABLES}])" if _is_short_number(piece.text) else ""
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
    # These are usually written with a blank: 한 달, 안 될 때.
    return _loose(piece) if piece.text[0] in ONE_SYLLABLE_WORDS else f"'{piece.text}'"


def _all(parts: Iterable[str]) -> str:
    return f"({' & '.join(parts)})"


def _any(parts: Iterable[str]) -> str:
    return f"({' | '.join(parts)})"


def _apart(two: str) -> str:
    """The lexeme of a one-syllable word and the syllable after it: 한 달 has it for 한달, 이음 식당 not for 음식."""
    return f"{ACROSS}{two[0]}{ACROSS}{two[1]}"


def _pairs(syllables: str) -> list[str]:
    return [one + other for one, other in pairwise(syllables)]


def _enough_pairs(syllables: str) -> list[str]:
    """Just enough pairs to cover every syllable: each costs time, and the text itself is checked anyway."""
    pairs = _pairs(syllables)
    return list(dict.fromkeys([*pairs[:-1:2], pairs[-1]]))


def _beginnings(word: str) -> Iterator[str]:
    yield word
    yield from (word[:end] for end in range(1, len(word)) if not _is_short_number(word[:end]))


def _is_short_number(latin: str) -> bool:
    """Tell whether it is a number so short that it finds only itself."""
    return latin[0].isdigit() and len(latin) < SHORTEST_NUMBER_PREFIX


def _is_long(piece: Piece) -> bool:
    return piece.syllables and len(piece.text) > SHORT


def runs_of(folded: str) -> Iterator[Run]:
    end = -1
    for match in _RUN.finditer(folded):
        between = folded[end : match.start()] if end >= 0 else ""
        yield Run(match[0], match[1] is not None, after_blank=between == " ")
        end = match.end()


def _is_blank(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}


def _is_visible(char: str) -> bool:
    """Tell a letter from a format character, which joins, hides or turns the letters around it."""
    return unicodedata.category(char) != "Cf"
