"""Which tests `make check` runs for a change."""

import ast
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.gate.groups import ROOT
from tests.gate.touched import ALL_OF_PYTHON, Graph, readers_of, touched_by

# Folders of files that are no modules, which tests read.
READ = {"docs", "deploy", "supply", "starter_texts"}


@pytest.fixture(scope="module")
def graph() -> Graph:
    return Graph()


@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ("ieum/gateway/peers.py", "tests/gateway/test_peers.py"),
        ("ieum/shop/orders/pricing.py", "tests/shop/checkout/test_placing.py"),
        ("ieum/shop/console/orders/routes.py", "tests/shop/console/test_orders.py"),
        ("ieum/shop/kernel/db.py", "tests/shop/checkout/test_placing.py"),
        ("tests/shop/builders/members.py", "tests/shop/members/test_passkeys.py"),
    ],
)
def test_a_module_touches_the_tests_of_what_imports_it(graph: Graph, changed: str, touched: str) -> None:
    if not (ROOT / touched).exists():
        pytest.fail(f"no {touched}")

    assert touched in graph.tests_of({changed})


@pytest.mark.parametrize(
    ("changed", "untouched"),
    [
        ("ieum/gateway/peers.py", "tests/shop/checkout/test_placing.py"),
        ("ieum/shop/console/orders/routes.py", "tests/shop/console/test_catalog.py"),
        ("ieum/shop/rotation/service.py", "tests/shop/inquiries/test_pixels.py"),
    ],
)
def test_it_touches_nothing_by_way_of_the_app(graph: Graph, changed: str, untouched: str) -> None:
    assert (ROOT / untouched).exists()

    assert untouched not in graph.tests_of({changed})


def test_documents_touch_only_the_tests_that_read_documents() -> None:
    touched = touched_by(["docs/operations.md", "README.md"])

    assert {"tests/shop/house", "tests/fresh"} <= touched.tests
    assert not touched.is_all_of_python
    assert not touched.modules


@pytest.mark.parametrize(
    "path",
    [
        "ieum/shop/migrations/9999_new.sql",
        "requirements.lock",
        "pyproject.toml",
        "tests/shop/conftest.py",
        "new.thing",
    ],
)
def test_a_migration_a_lock_file_and_a_fixture_touch_everything(path: str) -> None:
    assert touched_by([path]).is_all_of_python


def test_a_page_touches_no_test_of_the_server() -> None:
    touched = touched_by(["web/src/orders/pay.ts"])

    assert (touched.pages, touched.tests) == ({"web/src/orders/pay.ts"}, set())


def test_the_table_of_readers_knows_each_test_that_reads_such_a_file() -> None:
    """A test that names a folder of documents, units or texts has to run when a file in it changes."""
    unknown: list[str] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = str(path.relative_to(ROOT))
        for folder in _named_in(path) & READ:
            inside = f"ieum/{folder}/ko/a.md" if folder == "starter_texts" else f"{folder}/a.md"
            if not any(name.startswith(tests) or fnmatch(name, tests) for tests in readers_of(inside)):
                unknown.append(f"{name} reads {folder}/")

    assert unknown == []


def _named_in(path: Path) -> set[str]:
    """The operands of each path that is put together with `/`."""
    return {
        node.right.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Div)
        and isinstance(node.right, ast.Constant)
        and isinstance(node.right.value, str)
    }


def test_every_pattern_that_is_unknown_touches_everything() -> None:
    assert readers_of("somewhere/else.bin") == (ALL_OF_PYTHON,)
