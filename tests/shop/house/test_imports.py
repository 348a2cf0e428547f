"""What import-linter does not see: imports that a function hides, and what a process loads."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "ieum").rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_our_modules_at_its_top(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_the_top = set(map(id, tree.body))

    hidden = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and id(node) not in at_the_top
        and (node.module if isinstance(node, ast.ImportFrom) and node.module else ast.unparse(node))
        .removeprefix("import ")
        .startswith("ieum")
    ]

    assert hidden == []


def test_the_supervisor_of_the_server_loads_neither_the_app_nor_the_database_driver() -> None:
    """It runs for as long as the server and does nothing; each would cost it megabytes."""
    listed = subprocess.run(
        [sys.executable, "-c", "import sys, ieum.shop.server.serving; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert {"psycopg", "litestar", "procrastinate"} & set(listed.stdout.split()) == set()
