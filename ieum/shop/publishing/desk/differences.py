"""Differences between two texts, line by line (Myers, 1986). Pure.

`difflib` takes minutes for a document that was rewritten, and a request is then the last that the shop answers.
"""

from collections.abc import Sequence

from ieum.shop.publishing.desk.types import DifferenceLine

# Lines that are gone or new. Each one more costs more than the one before; beyond, all of it counts as changed.
MOST_CHANGES = 800


def difference(old: Sequence[str], new: Sequence[str]) -> list[DifferenceLine]:
    """The fewest lines that are gone and new, in their order, with those between them that stay."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    middle = _fewest(before, after)
    if middle is None:
        middle = [DifferenceLine("gone", line) for line in before]
        middle += [DifferenceLine("new", line) for line in after]
    return [
        *(DifferenceLine("same", line) for line in old[:start]),
        *middle,
        *(DifferenceLine("same", line) for line in old[len(old) - end :]),
    ]


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the lines with which both begin."""
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return place
    return min(len(one), len(other))


def _fewest(old: Sequence[str], new: Sequence[str]) -> list[DifferenceLine] | None:
    """None where there are too many."""
    # By diagonal (lines of `old` less lines of `new`), how far in `old` so many changes lead at most.
    reach = {1: 0}
    steps: list[dict[int, int]] = []
    for changes in range(min(len(old) + len(new), MOST_CHANGES) + 1):
        steps.append({k: reach[k] for k in range(-changes - 1, changes + 2, 2) if k in reach})
        for k in range(-changes, changes + 1, 2):
            place = reach[k + 1] if _is_new(reach, k, changes) else reach[k - 1] + 1
            while place < len(old) and 0 <= place - k < len(new) and old[place] == new[place - k]:
                place += 1
            reach[k] = place
            if place >= len(old) and place - k >= len(new):
                return _way_back(old, new, steps)
    return None


def _is_new(reach: dict[int, int], k: int, changes: int) -> bool:
    """Tell whether diagonal `k` is reached by a new line and not by one that is gone."""
    return k == -changes or (k != changes and reach[k - 1] < reach[k + 1])


def _way_back(
    old: Sequence[str], new: Sequence[str], steps: Sequence[dict[int, int]]
) -> list[DifferenceLine]:
    lines: list[DifferenceLine] = []
    place, k = len(old), len(old) - len(new)
    for changes, reach in reversed([*enumerate(steps)]):
        is_new = _is_new(reach, k, changes)
        came = reach[k + 1] if is_new else reach[k - 1] + 1
        lines += [DifferenceLine("same", old[at]) for at in range(place - 1, came - 1, -1)]
        if changes:
            if is_new:
                lines.append(DifferenceLine("new", new[came - k - 1]))
                place, k = came, k + 1
            else:
                lines.append(DifferenceLine("gone", old[came - 1]))
                place, k = came - 1, k - 1
    return lines[::-1]
