"""What PostgreSQL 15 refuses, and the embedded 18 does not: production may have either."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3] / "ieum"
# Not `extract(epoch FROM (SELECT …))`.
BEGINS = re.compile(r"(?<!epoch )\b(?:FROM|JOIN|LATERAL)\s*\((?=\s*(?:SELECT|WITH|VALUES)\b)")
# What follows a subquery that has no name: the next clause, a join, a comma, or the end.
NAMELESS = re.compile(
    r"\s*(?:$|[\"';),]|\b(?:WHERE|GROUP|ORDER|LIMIT|JOIN|LEFT|CROSS|INNER|ON|UNION|RETURNING|HAVING)\b)"
)


def nameless_subqueries(text: str) -> list[str]:
    found: list[str] = []
    for begin in BEGINS.finditer(text):
        end = _closing(text, begin.end())
        if NAMELESS.match(text, end):
            found.append(" ".join(text[begin.start() : end].split())[:80])
    return found


def _closing(text: str, at: int) -> int:
    depth = 1
    while depth and at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


@pytest.mark.parametrize("suffix", ["py", "sql"])
def test_every_subquery_has_a_name_as_postgresql_15_wants_it(suffix: str) -> None:
    nameless = {
        str(path.relative_to(ROOT)): found
        for path in ROOT.rglob(f"*.{suffix}")
        if (found := nameless_subqueries(path.read_text()))
    }

    assert nameless == {}


def test_one_without_is_found() -> None:
    assert nameless_subqueries('SELECT * FROM (SELECT 1) AS a, LATERAL (SELECT (2))\n    WHERE true"""') == [
        "LATERAL (SELECT (2))"
    ]
