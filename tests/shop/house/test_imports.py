"""What import-linter does not see: imports that a function hides, and what a process loads."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# An import of ours that is not the first word of its line, or goes on from the line before. To read the trees of all
# files takes ten times as long as to search them for these.
PERHAPS_HIDDEN = re.compile(r"(?:(?<!^)|(?<=\\\n))\b(?:from|import)[\s\\]+ieum", re.MULTILINE)


def hidden_imports(text: str) -> list[int]:
    """The lines that import our modules inside of something."""
    if not PERHAPS_HIDDEN.search(text):
        return []
    tree = ast.parse(text)
    at_the_top = set(map(id, tree.body))
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and id(node) not in at_the_top
        and (node.module if isinstance(node, ast.ImportFrom) and node.module else ast.unparse(node))
        .removeprefix("import ")
        .startswith("ieum")
    ]


def test_every_file_imports_our_modules_at_its_top() -> None:
    files = sorted((ROOT / "ieum").rglob("*.py"))

    hidden = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files
        for line in hidden_imports(path.read_text(encoding="utf-8"))
    ]

    assert len(files) > 900
    assert hidden == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("import ieum.cli\nfrom ieum import cli\n", []),
        ("import os; from ieum import cli\n", []),
        ("def f():\n    from ieum import cli\n", [2]),
        ("def f():\n    import ieum.cli as cli\n", [2]),
        ("def f(): import ieum\n", [1]),
        ("if f: \\\nimport ieum\n", [2]),
        ("def f():\n\tfrom \\\n  ieum.cli import run\n", [2]),
        ('def f():\n    """\n    import ieum\n    """\n', []),
    ],
)
def test_the_search_sees_what_the_tree_has(text: str, lines: list[int]) -> None:
    assert hidden_imports(text) == lines


def test_the_supervisor_of_the_server_loads_neither_the_app_nor_the_database_driver() -> None:
    """It runs for as long as the server and does nothing; each would cost it megabytes."""
    listed = subprocess.run(
        [sys.executable, "-c", "import sys, ieum.shop.server.serving; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert {"psycopg", "litestar", "procrastinate"} & set(listed.stdout.split()) == set()
