"""What one text says otherwise than another: the fewest lines, however much was rewritten."""

import time
from collections.abc import Callable
from random import Random

from ieum.shop.publishing.desk.differences import MOST_CHANGES, difference
from tests.cases import Cases


def longest_common(old: list[str], new: list[str]) -> int:
    """How many lines stay at most, by the plain table of all pairs."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, mine in enumerate(old):
        for j, theirs in enumerate(new):
            table[i + 1][j + 1] = table[i][j] + 1 if mine == theirs else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def seconds_of(compare: Callable[[list[str], list[str]], object], old: list[str], new: list[str]) -> float:
    """Of this process's own work, whatever else the machine does."""
    began = time.process_time()
    compare(old, new)
    return time.process_time() - began


def of_signs(lines: list[str], other: list[str], but: str) -> list[str]:
    return [line.text for line in difference(lines, other) if line.sign != but]


def test_both_texts_are_in_it_and_as_many_lines_stay_as_can() -> None:
    cases = Cases()

    for seed in range(200):
        random = Random(seed)  # noqa: S311 - the same texts in each run
        old, new = ([random.choice("abc") for _ in range(random.randrange(12))] for _ in range(2))
        with cases.case(f"seed {seed}"):
            assert of_signs(old, new, "new") == old
            assert of_signs(old, new, "gone") == new
            assert sum(line.sign == "same" for line in difference(old, new)) == longest_common(old, new)

    cases.assert_right(at_least=200)


def test_what_is_changed_beyond_measure_is_shown_as_a_whole_between_what_stays() -> None:
    old = ["first", *(f"old {n}" for n in range(MOST_CHANGES)), "last"]
    new = ["first", *(f"new {n}" for n in range(MOST_CHANGES)), "last"]

    lines = difference(old, new)

    assert [line.sign for line in lines] == [
        "same", *["gone"] * MOST_CHANGES, *["new"] * MOST_CHANGES, "same",
    ]  # fmt: skip


def test_a_document_that_was_rewritten_is_compared_before_anybody_waits() -> None:
    """By `difflib.ndiff` these 400 lines, each like all others, took the shop's only process for nine minutes."""
    words = ["회원", "이용", "약관", "서비스", "요금", "결제", "환불", "동의", "정보", "개인"]
    old, new = (
        [line for n in range(400) for line in (f"{n} {' '.join(random.choices(words, k=12))}", "")]
        for random in (Random(1), Random(2))  # noqa: S311 - the same texts in each run
    )

    assert seconds_of(difference, old, new) < 20 * seconds_of(longest_common, old, new)
