"""Turns a query, as a member types it, into the words to look up in the index. Pure."""

import re
from collections.abc import Iterator
from itertools import islice, product

from ieum.shop.search.rules import LONGEST_WORD, SHORT, clean, fold, runs_of
from ieum.shop.search.types import Piece, Spelling, Word
from ieum.shop.search.words import (
    ALWAYS_SEPARATE,
    ENDINGS,
    FAILING,
    INFLECTED,
    PARTICLES,
    QUESTION_WORDS,
    SYNONYMS,
)

MOST_WORDS = 8
MOST_SPELLINGS = 16

_TYPED_LETTERS = re.compile("(?<=[가-힣])[\u3131-\u318e]+$")
_SUFFIXES = {particle.text for particle in PARTICLES}.union(ENDINGS)
_WITHOUT_SUBJECT = QUESTION_WORDS.union(ENDINGS)
# "Does not work", alone or after another word: 안 됩니다, 않되요, 연결안됨, 연결되지 않아요; but not 제안된.
_FAILS = re.compile(
    "(?:(?:(?<![가-힣])[안않] ?|(?<=[가-힣]{2})[안않])[되돼된될됩됨됐]|되지 ?[않못안])[가-힣]*"
)


def words_of(query: str) -> list[Word]:
    """Without particles, endings and question words; a query of question words alone keeps them."""
    words = dict.fromkeys(_word(pieces) for token in _tokens(query) if (pieces := _pieces(token)))
    return list(words)[:MOST_WORDS]


def parts_of(query: str) -> list[Word]:
    """Like `words_of`, but splits a word that may be several ones written without a blank: 환불기간, 새폰."""
    parts = (part for token in _tokens(query) for piece in _pieces(token) for part in _parts(piece))
    return list(dict.fromkeys(_word([part]) for part in parts))[:MOST_WORDS]


def strip_particle(word: str) -> str:
    """The word without its particles and endings, as far as enough of it remains."""
    stem = _without_particle(_without_ending(word))
    return stem if stem == word else strip_particle(stem)


def _without_ending(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORT:
            return word.removesuffix(ending)
    return word


def _without_particle(word: str) -> str:
    for particle in PARTICLES:
        stem = word.removesuffix(particle.text)
        if stem != word and len(stem) >= particle.least and particle.follows(stem[-1]):
            return stem
    return word


def _tokens(query: str) -> list[str]:
    tokens = _FAILS.sub(f" {FAILING} ", fold(clean(query))).split()
    return [token for token in tokens if token.strip("?!.,~") not in _WITHOUT_SUBJECT] or tokens


def _pieces(token: str) -> list[Piece]:
    pieces: list[Piece] = []
    for number, run in enumerate(runs_of(_TYPED_LETTERS.sub("", token))):
        if not run.syllables:
            pieces.append(Piece(run.text[:LONGEST_WORD], syllables=False))
        elif number and run.text in _SUFFIXES:
            # "IP를", "VPN이란": any particle will do, since we do not know how the Latin letters are read aloud.
            continue
        else:
            pieces.append(Piece(_stem(run.text), syllables=True))
    return pieces


def _stem(run: str) -> str:
    for stems in INFLECTED:
        for stem in stems:
            if run.startswith(stem):
                return stem
    return strip_particle(run)


def _parts(piece: Piece) -> list[Piece]:
    text = piece.text
    if not piece.syllables or any(text in stems for stems in INFLECTED):
        return [piece]
    if len(text) == SHORT and text[0] in ALWAYS_SEPARATE:
        return [Piece(syllable, syllables=True) for syllable in text]
    # Two syllables each; an odd one stays with the last.
    last = max(len(text) // SHORT - 1, 0) * SHORT
    starts = range(0, last, SHORT)
    return [Piece(part, syllables=True) for part in (*(text[n : n + SHORT] for n in starts), text[last:])]


def _word(pieces: list[Piece]) -> Word:
    """The spelling of the query first, then those with synonyms: 고정아이피, 고정 IP."""
    spellings = (sum(combination, ()) for combination in product(*map(_spellings, pieces)))
    return tuple(islice(dict.fromkeys(spellings), MOST_SPELLINGS))


def _spellings(piece: Piece) -> list[Spelling]:
    spellings: list[Spelling] = [(piece,)]
    for stems in INFLECTED:
        if piece.syllables and piece.text in stems:
            spellings += [tuple(Piece(part, syllables=True) for part in stem.split()) for stem in stems]
    for pair in SYNONYMS:
        for this, other in (pair, pair[::-1]):
            spellings += _exchange(piece, this, other)
    return spellings


def _exchange(piece: Piece, this: str, other: str) -> Iterator[Spelling]:
    """Replaces a synonym anywhere in a Korean word, but a Latin word only as a whole."""
    if this in piece.text if piece.syllables else this == piece.text:
        before, _, after = piece.text.partition(this)
        parts = [before, other, after]
        yield tuple(Piece(run.text, run.syllables) for part in parts for run in runs_of(part))
