"""The table of OWASP ASVS 5.0: every requirement of levels 1 and 2 once, and what it names is there."""

import re
from pathlib import Path
from typing import NamedTuple

from tests.cases import Cases

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "docs" / "asvs.md"
ROW = re.compile(r"^\| V(\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
NAMED = re.compile(r"`((?:tests|ieum|web|docs|deploy|supply)/[^`\s]+|pyproject\.toml)`")
ANSWERS = {"yes", "partly", "no", "not applicable"}
# How many requirements of levels 1 and 2 each section of 5.0.0 has; they are numbered from 1 without gaps.
SECTIONS = {
    "1.1": 2,
    "1.2": 9,
    "1.3": 11,
    "1.4": 3,
    "1.5": 2,
    "2.1": 3,
    "2.2": 3,
    "2.3": 4,
    "2.4": 1,
    "3.2": 2,
    "3.3": 4,
    "3.4": 6,
    "3.5": 5,
    "3.7": 2,
    "4.1": 3,
    "4.2": 1,
    "4.3": 2,
    "4.4": 4,
    "5.1": 1,
    "5.2": 3,
    "5.3": 2,
    "5.4": 3,
    "6.1": 3,
    "6.2": 12,
    "6.3": 4,
    "6.4": 4,
    "6.5": 5,
    "6.6": 3,
    "6.8": 4,
    "7.1": 3,
    "7.2": 4,
    "7.3": 2,
    "7.4": 5,
    "7.5": 2,
    "7.6": 2,
    "8.1": 2,
    "8.2": 3,
    "8.3": 1,
    "8.4": 1,
    "9.1": 3,
    "9.2": 4,
    "10.1": 2,
    "10.2": 2,
    "10.3": 4,
    "10.4": 11,
    "10.5": 5,
    "10.6": 2,
    "10.7": 3,
    "11.1": 2,
    "11.2": 3,
    "11.3": 3,
    "11.4": 4,
    "11.5": 1,
    "11.6": 1,
    "12.1": 3,
    "12.2": 2,
    "12.3": 4,
    "13.1": 1,
    "13.2": 5,
    "13.3": 2,
    "13.4": 5,
    "14.1": 2,
    "14.2": 4,
    "14.3": 3,
    "15.1": 3,
    "15.2": 3,
    "15.3": 7,
    "16.1": 1,
    "16.2": 5,
    "16.3": 4,
    "16.4": 3,
    "16.5": 3,
    "17.1": 1,
    "17.2": 4,
    "17.3": 2,
}


class Row(NamedTuple):
    id: str
    short: str
    answer: str
    why: str

    @property
    def named(self) -> list[str]:
        return NAMED.findall(self.why)

    @property
    def words(self) -> str:
        return NAMED.sub("", self.why).strip(" .,")


ROWS = [Row(*found) for found in ROW.findall(TABLE.read_text(encoding="utf-8"))]


def test_every_requirement_is_answered_once() -> None:
    wanted = [f"{section}.{number + 1}" for section, count in SECTIONS.items() for number in range(count)]

    assert len(wanted) == 253
    assert [row.id for row in ROWS] == wanted


def test_no_row_escapes_the_pattern() -> None:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| V")]

    assert len(lines) == len(ROWS)


def test_a_yes_is_shown_and_everything_else_explained() -> None:
    cases = Cases()

    for row in ROWS:
        with cases.case(row.id):
            assert row.answer in ANSWERS
            if row.answer in {"yes", "partly"}:
                assert row.named
            if row.answer != "yes":
                assert len(row.words) >= (8 if row.answer == "not applicable" else 40)

    cases.assert_right(at_least=253)


def test_whatever_is_named_exists() -> None:
    missing = [(row.id, named) for row in ROWS for named in row.named if not _exists(named)]

    assert missing == []


def _exists(named: str) -> bool:
    path, _, test = named.partition("::")
    file = ROOT / path
    return file.exists() and (not test or re.search(rf"def {test}\(", file.read_text()) is not None)
