"""Every test belongs to a group of the gate, and what a group makes stays within its budget."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.gate import budgets
from tests.gate.counting import is_server
from tests.gate.groups import ROOT
from tests.gate.results import Result
from tests.gate.whole import APART, GROUPS, JOURNEYS, LABS, MARK, TUNNELS

ASKS_FOR_A_BROWSER = re.compile(r"def \w+\([^)]*\b(?:visitor: Visitor|member: Visitor|browser: Browser)\b")
FILES = sorted((ROOT / "tests").rglob("test_*.py"))
# Where a group looks for the tests of a mark. Elsewhere, a test with that mark would never run.
LOOKED_FOR = {
    "browser": JOURNEYS,
    "tunnels": (*TUNNELS, *LABS),
    "model": ("tests/shop/model",),
    "chaos": ("tests/chaos",),
}


def marks_in(path: Path) -> set[str]:
    return set(MARK.findall(path.read_text(encoding="utf-8")))


def test_a_marked_test_stands_where_its_group_looks_for_it() -> None:
    lost = [
        f"{name}: {mark}"
        for path in FILES
        for mark in marks_in(path)
        if not (name := str(path.relative_to(ROOT))).startswith(LOOKED_FOR[mark])
    ]

    assert len(FILES) > 400
    assert lost == []


def test_what_asks_for_a_browser_says_so() -> None:
    """Without the mark it would run among the tests of the server, whose event loop bears no browser's driver."""
    silent = [
        str(path.relative_to(ROOT))
        for path in FILES
        if not marks_in(path) & {"browser", "tunnels"}
        and ASKS_FOR_A_BROWSER.search(path.read_text(encoding="utf-8"))
    ]

    assert silent == []


def test_the_folders_apart_are_those_of_other_groups() -> None:
    named = {word for group in GROUPS for word in group.argv}

    assert set(APART) <= named


def test_a_count_above_its_budget_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "BUDGETS", {"tests": {"cases": 10, "databases": 2}})

    within = Result(passed=10, counts=Counter(databases=2))
    above = Result(passed=10, failed=1, counts=Counter(databases=3, servers=1))
    few = Result(passed=7, failed=1)

    assert budgets.over("tests", within) == []
    assert budgets.over("tests", above) == [
        "tests has 11 cases, of 10",
        "tests has 3 databases, of 2",
        "tests has 1 servers, of 0",
    ]
    assert budgets.over("tests", few) == ["tests has 8 cases alone, of 10"]


def test_each_group_of_many_tests_has_a_budget() -> None:
    assert set(budgets.BUDGETS) == {group.name for group in GROUPS if group.read.__name__ != "one_check"}


@pytest.mark.parametrize(
    ("argv", "counts"),
    [
        (["python", "-m", "ieum.cli", "serve"], True),
        (["python", "-m", "ieum.cli", "demo"], False),
        (["/usr/lib/postgresql/bin/postgres", "-D", "data"], True),
        (["ip", "netns", "exec", "a", "wireguard-go", "wg0"], True),
        (["wg", "show"], False),
        ("sleep 1", False),
    ],
)
def test_a_program_that_stays_counts_as_a_server(argv: list[str] | str, counts: bool) -> None:
    assert is_server(argv) is counts
