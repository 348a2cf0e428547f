"""What somebody asks for, as words that the index knows. Pure."""

import re
from collections.abc import Iterator
from itertools import islice, product

from ieum.shop.content.search.endings import ENDINGS
from ieum.shop.content.search.rules import LONGEST_WORD, SHORT, clean, fold, runs_of
from ieum.shop.content.search.types import Piece, Spelling, Word
from ieum.shop.content.search.words import (
    ALIKE,
    APART,
    FAILING,
    INFLECTED,
    PARTICLES,
    QUESTION_WORDS,
)

WORDS_ASKED = 8
SPELLINGS_ASKED = 16

_TYPED_LETTERS = re.compile("(?<=[가-힣])[\u3131-\u318e]+$")
_HUNG_ON = {particle.text for particle in PARTICLES}.union(ENDINGS)
_ONLY_ASKING = QUESTION_WORDS.union(ENDINGS)
# Alone, or at the end of something: 안 됩니다, 않되요, 연결안됨, 연결되지 않아요; but not 제안된.
_FAILS = re.compile(
    "(?:(?:(?<![가-힣])[안않] ?|(?<=[가-힣]{2})[안않])[되돼된될됩됨됐]|되지 ?[않못안])[가-힣]*"
)


def words_of(query: str) -> list[Word]:
    """What is asked for: particles and endings taken off, question words left out where anything else remains."""
    # In their order and once each.
    found = dict.fromkeys(_word(pieces) for token in _tokens(query) if (pieces := _pieces(token)))
    return list(found)[:WORDS_ASKED]


def parts_of(query: str) -> list[Word]:
    """As `words_of`, but what may be several words written as one is taken for several: 환불기간, 새폰."""
    parts = (part for token in _tokens(query) for piece in _pieces(token) for part in _parts(piece))
    return list(dict.fromkeys(_word([part]) for part in parts))[:WORDS_ASKED]


def strip_particle(word: str) -> str:
    """The word without the particles and endings that it carries, as far as enough of it is left."""
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
    written = _FAILS.sub(f" {FAILING} ", fold(clean(query))).split()
    return [token for token in written if token.strip("?!.,~") not in _ONLY_ASKING] or written


def _pieces(token: str) -> list[Piece]:
    pieces: list[Piece] = []
    for number, run in enumerate(runs_of(_TYPED_LETTERS.sub("", token))):
        if not run.syllables:
            pieces.append(Piece(run.text[:LONGEST_WORD], syllables=False))
        elif number and run.text in _HUNG_ON:
            # "IP를", "VPN이란": how the letters before it are read aloud is not known, so neither is the right form.
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
    if len(text) == SHORT and text[0] in APART:
        return [Piece(syllable, syllables=True) for syllable in text]
    # What is odd stays with the last.
    last = max(len(text) // SHORT - 1, 0) * SHORT
    starts = range(0, last, SHORT)
    return [Piece(part, syllables=True) for part in (*(text[n : n + SHORT] for n in starts), text[last:])]


def _word(pieces: list[Piece]) -> Word:
    """As written first, then with what is written in another way: 고정아이피, 고정 IP."""
    spellings = (sum(chosen, ()) for chosen in product(*map(_spellings, pieces)))
    return tuple(islice(dict.fromkeys(spellings), SPELLINGS_ASKED))


def _spellings(piece: Piece) -> list[Spelling]:
    found: list[Spelling] = [(piece,)]
    for stems in INFLECTED:
        if piece.syllables and piece.text in stems:
            found += [tuple(Piece(part, syllables=True) for part in stem.split()) for stem in stems]
    for pair in ALIKE:
        for this, other in (pair, pair[::-1]):
            found += _exchanged(piece, this, other)
    return found


def _exchanged(piece: Piece, this: str, other: str) -> Iterator[Spelling]:
    """A part of a Korean word, or a Latin word as a whole."""
    if this in piece.text if piece.syllables else this == piece.text:
        before, _, after = piece.text.partition(this)
        parts = [before, other, after]
        yield tuple(Piece(run.text, run.syllables) for part in parts for run in runs_of(part))
