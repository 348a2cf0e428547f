"""Rows that a statement locks for itself are looked for once, however the database plans it."""

import re
from pathlib import Path

IEUM = Path(__file__).parents[3] / "ieum"
LIST = re.compile(r"\bIN\s*\(\s*SELECT\b")


def inside(source: str, begin: int) -> str:
    """What stands in the parentheses that open after `begin`."""
    opened = source.index("(", begin)
    depth = 0
    for at in range(opened, len(source)):
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        if depth == 0:
            return source[opened:at]
    raise ValueError(f"never closed: {source[opened : opened + 80]}")


def test_no_list_of_a_statement_locks_rows() -> None:
    """PostgreSQL may run the list again for each row, and with LIMIT … SKIP LOCKED it is another one each time.

    `= ANY(ARRAY(SELECT … FOR UPDATE SKIP LOCKED))` is run once.
    """
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(IEUM.rglob("*.py"))}
    lists = [
        (path, inside(source, found.start()))
        for path, source in sources.items()
        for found in LIST.finditer(source)
    ]

    assert len(lists) > 30
    assert [f"{path.relative_to(IEUM)}: {words}" for path, words in lists if "SKIP LOCKED" in words] == []
