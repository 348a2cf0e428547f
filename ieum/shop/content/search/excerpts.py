"""The words around what was found. Pure."""

import re

from ieum.shop.content.search.rules import Piece, Word, fold

BEFORE, LENGTH = 30, 140
_ELLIPSIS = "…"


def excerpt(body: str, words: list[Word]) -> str:
    """Of a cleaned body, from a little before the place where most of what was asked for stands; else its beginning."""
    places = sorted(_places(fold(body), words))
    start = max(places, key=lambda place: (_near(places, place), -place), default=0)
    return _cut(body, max(0, start - BEFORE))


def _places(folded: str, words: list[Word]) -> set[int]:
    pieces = {piece for word in words for spelling in word for piece in spelling}
    return {match.start() for piece in pieces for match in re.finditer(_pattern(piece), folded)}


def _pattern(piece: Piece) -> str:
    if piece.syllables:
        return " ?".join(map(re.escape, piece.text))
    return rf"(?<![^\W_]){re.escape(piece.text)}" if len(piece.text) <= 2 else re.escape(piece.text)


def _near(places: list[int], start: int) -> int:
    return sum(start <= place < start + LENGTH - BEFORE for place in places)


def _cut(body: str, start: int) -> str:
    """Whole words, as long as they are not longer than the space before."""
    if start:
        blank = body.find(" ", start, start + BEFORE)
        start = blank + 1 if blank >= 0 else start
    end = start + LENGTH
    if end >= len(body):
        end = len(body)
    else:
        blank = body.rfind(" ", start + LENGTH // 2, end)
        end = blank if blank >= 0 else end
    return (_ELLIPSIS if start else "") + body[start:end] + (_ELLIPSIS if end < len(body) else "")
