"""Cuts the part of a text that a search result shows. Pure."""

import re
from collections import Counter

from ieum.shop.search.rules import fold, pattern
from ieum.shop.search.types import Word

BEFORE, LENGTH = 30, 140
_ELLIPSIS = "…"


def excerpt(body: str, words: list[Word]) -> str:
    """The part of a cleaned body that has most of the words; its beginning where it has none."""
    return _cut(body, max(0, _start(sorted(_places(fold(body), words))) - BEFORE))


def _start(places: list[tuple[int, int]]) -> int:
    """The first place from which an excerpt shows most of the words; in one pass, since there may be thousands."""
    best, best_place = 0, 0
    ahead = Counter[int]()
    end = 0
    for start, word in places:
        while end < len(places) and places[end][0] < start + LENGTH - BEFORE:
            ahead[places[end][1]] += 1
            end += 1
        if len(ahead) > best:
            best, best_place = len(ahead), start
        ahead[word] -= 1
        if not ahead[word]:
            del ahead[word]
    return best_place


def _places(folded: str, words: list[Word]) -> set[tuple[int, int]]:
    """Every occurrence of a word: its place in the text, and the word's number."""
    return {
        (match.start(), number)
        for number, word in enumerate(words)
        for spelling in word
        for piece in spelling
        for match in re.finditer(pattern(piece), folded)
    }


def _cut(body: str, start: int) -> str:
    """Cuts between words where a blank is near enough."""
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
