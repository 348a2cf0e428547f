"""Which tests `make check` runs for a change."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gate.check import SAMPLES, changed_apart
from tests.gate.groups import ROOT
from tests.gate.imports import PACKAGES, Imports, imported_by
from tests.gate.touched import (
    ALL_OF_PYTHON,
    COMPOSITION_ROOTS,
    OF_ALL_ROUTES,
    Graph,
    readers_of,
    touched_by,
)

# Python's sources, which tests of the house read after every change, and build results.
NOT_READ = ("ieum/any.txt", "ieum/shop/any.txt", "tests/", "web/dist/", "web/node_modules/")
FILES = sorted((ROOT / "tests").rglob("test_*.py"))


@pytest.fixture(scope="module")
def imports() -> Imports:
    return Imports(ROOT, closed=COMPOSITION_ROOTS)


@pytest.fixture(scope="module")
def graph(imports: Imports) -> Graph:
    return Graph(imports)


@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ("ieum/gateway/peers.py", "tests/gateway/test_peers.py"),
        ("ieum/shop/orders/pricing.py", "tests/shop/checkout/test_placing.py"),
        ("ieum/shop/order_desk/routes.py", "tests/shop/order_desk/test_orders.py"),
        ("ieum/shop/kernel/db.py", "tests/shop/checkout/test_placing.py"),
        ("tests/shop/builders/members.py", "tests/shop/members/test_passkeys.py"),
        ("supply/locks.py", "tests/shop/house/test_supply.py"),
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
        ("ieum/shop/order_desk/routes.py", "tests/shop/console/test_settings.py"),
        ("ieum/shop/rotation/service.py", "tests/shop/inquiries/test_pixels.py"),
    ],
)
def test_it_touches_nothing_by_way_of_the_app(graph: Graph, changed: str, untouched: str) -> None:
    assert (ROOT / untouched).exists()

    assert untouched not in graph.tests_of({changed})


def test_what_only_the_app_imports_touches_its_room_and_a_route_the_tests_of_all(graph: Graph) -> None:
    touched = graph.tests_of({"ieum/shop/members/routes.py"})

    assert {"tests/shop/members", *OF_ALL_ROUTES} <= touched


def test_what_fixtures_are_built_with_touches_all_tests_below_them(graph: Graph) -> None:
    assert "tests/shop" in graph.tests_of({"tests/shop/builders/statements.py"})
    assert "tests/shop/pages" in graph.tests_of({"tests/shop/pages/conftest.py"})
    assert "tests/shop" not in graph.tests_of({"tests/shop/pages/conftest.py"})


def test_a_module_that_is_gone_touches_those_that_still_import_it(tmp_path: Path) -> None:
    for path, source in {
        "ieum/shop/orders/placing.py": "from ieum.shop.orders.gone import price\n",
        "tests/shop/orders/test_placing.py": "from ieum.shop.orders import placing\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(source)
    graph = Graph(Imports(tmp_path))

    assert graph.importers({"ieum/shop/orders/gone.py"}) == {
        "ieum/shop/orders/placing.py",
        "tests/shop/orders/test_placing.py",
    }
    assert "tests/shop/orders/test_placing.py" in graph.tests_of({"ieum/shop/orders/gone.py"})


def test_imports_are_read_as_python_reads_them() -> None:
    sources = [
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/shop/builders").glob("*.py"))
    ]
    sources.append(
        "from ieum.shop.a import (\n    # Why (and when).\n    b,\n    c as d,  # noqa: X (not this)\n)\n"
        "import ieum.cli\nif True:\n    from tests import e\nfrom iea import f\n"
    )

    for source in sources:
        assert set(imported_by(source)) == set(_as_python_reads(source))


def _as_python_reads(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name.split(".")[0] in PACKAGES)
            case ast.ImportFrom(module=str(module), names=names) if module.split(".")[0] in PACKAGES:
                yield module
                yield from (f"{module}.{each.name}" for each in names)
            case _:
                pass


@pytest.mark.parametrize(
    ("changed", "runs"),
    [
        ("tests/journey/test_drain.py", ["tests/journey/test_drain.py"]),
        ("tests/gateway/test_tunnels.py", ["tests/gateway/test_tunnels.py"]),
        ("tests/dev/sandbox/toss/test_browser_script.py", ["tests/dev/sandbox/toss/test_browser_script.py"]),
        ("tests/journey/conftest.py", [SAMPLES["tests/journey/"]]),
        ("tests/gateway/conftest.py", [SAMPLES["tests/gateway/"]]),
        ("tests/gateway/test_peers.py", []),
        ("ieum/shop/orders/pricing.py", []),
    ],
)
def test_tests_of_other_groups_run_if_they_changed_themselves(
    imports: Imports, changed: str, runs: list[str]
) -> None:
    assert changed_apart([changed], imports) == runs
    assert all((ROOT / path).exists() for path in runs)


def test_documents_touch_only_the_tests_that_read_documents(imports: Imports) -> None:
    touched = touched_by(["docs/operate/day.md", "README.md"], imports)

    assert "tests/fresh" in touched_by(["docs/gateway.md"], imports).tests
    assert {"tests/shop/house/test_documents.py", "tests/fresh"} <= touched.tests
    assert not touched.is_all_of_python
    assert not touched.modules


@pytest.mark.parametrize(
    "path",
    [
        "ieum/shop/migrations/9999_new.sql",
        "requirements.lock",
        "pyproject.toml",
        "tests/conftest.py",
        "new.thing",
    ],
)
def test_a_migration_a_lock_file_and_a_fixture_touch_everything(imports: Imports, path: str) -> None:
    assert touched_by([path], imports).is_all_of_python


def test_a_page_touches_no_test_of_the_server(imports: Imports) -> None:
    touched = touched_by(["web/src/orders/pay.ts"], imports)

    assert (touched.pages, touched.tests) == ({"web/src/orders/pay.ts"}, set())


def test_the_table_of_readers_knows_each_test_that_reads_such_a_file() -> None:
    """A test that names a document, a unit or a text has to run when that changes."""
    named = [(str(path.relative_to(ROOT)), read) for path in FILES for read in files_named_in(path)]
    unknown = [
        f"{test} reads {read}"
        for test, read in named
        if not any(test.startswith(tests) for tests in readers_of(read))
    ]

    assert ("tests/shop/server/test_openapi_document.py", "docs/api.txt") in named
    assert unknown == []


def files_named_in(path: Path) -> set[str]:
    """Paths below the root that this file puts together with `/`, but for Python's modules.

    A folder counts as some file in it.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known: dict[str, str] = {}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            known[node.targets[0].id] = _below_root(node.value, known, path)
        elif isinstance(node, ast.BinOp):
            found.add(_below_root(node, known, path))
    farthest = {name for name in found if not any(other.startswith(f"{name}/") for other in found)}
    inside = {
        name if (ROOT / name).is_file() else f"{name}/any.txt" for name in farthest if (ROOT / name).exists()
    }
    return {name for name in inside if not name.startswith(NOT_READ) and not name.endswith(".py")}


def _below_root(node: ast.expr, known: dict[str, str], path: Path) -> str:
    """The path that an expression stands for; empty if it is none."""
    match node:
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=str(part))):
            return f"{_below_root(left, known, path)}/{part}".lstrip("/")
        case ast.Name(id=name):
            return known.get(name, "")
        case _:
            return ""


def test_every_pattern_that_is_unknown_touches_everything() -> None:
    assert readers_of("somewhere/else.bin") == (ALL_OF_PYTHON,)
