"""Which tests can a change touch? Python by its imports, pages by vitest and their folders, other files by a table.

The shop's composition roots import every room, and nearly every test asks the shop over HTTP: followed through them,
every change would touch every test. So they are not followed. A test is touched by what it imports, and by what the
part of the room that it is named after imports; if there is no such part, by the whole room.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import grimp

from tests.gate.groups import ROOT

COMPOSITION_ROOTS = frozenset(
    {
        "ieum.cli",
        "ieum.shop.console.routes",
        "ieum.shop.server.app",
        "ieum.shop.server.asgi",
        "ieum.shop.server.openapi",
        "ieum.shop.server.worker",
    }
)
# Tests that look at the house as a whole run with every change of Python.
OF_THE_HOUSE = ("tests/shop/house", "tests/gate")
ALL_OF_PYTHON = "tests"
# The first pattern that fits says which tests read a file that is no module. `tests/gate/test_touched.py` holds the
# table against what the tests name.
READERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ieum/starter_texts/*", ("tests/shop/content", "tests/shop/leaving", "tests/shop/pages")),
    ("ieum/sandbox/*", ("tests/sandbox",)),
    ("ieum/shop/members/leaked/*", ("tests/shop/members",)),
    (
        "deploy/*",
        ("tests/deploy", "tests/fresh", "tests/shop/house", "tests/shop/server", "tests/operations"),
    ),
    (
        "docs/*",
        (
            "tests/fresh",
            "tests/shop/console/test_reconciliation.py",
            "tests/shop/house",
            "tests/shop/server/test_alerts_and_dashboards.py",
        ),
    ),
    ("*.md", ("tests/shop/house",)),
    ("web/*", ()),  # vitest and the browser look at these
    ("bench/*", ("tests/shop/house",)),
    ("supply/*", ("tests/shop/house",)),
    # Migrations, lock files, settings of the tools, and whatever is not thought of here.
    ("*", (ALL_OF_PYTHON,)),
)
# Fixtures and whatever every test process begins with.
FIXTURES = ("*/conftest.py", "tests/images.py", "tests/ports.py", "tests/waiting.py")


@dataclass
class Touched:
    modules: set[str] = field(default_factory=set[str])
    """Python files that changed or import one that did, tests among them: what the type checker looks at."""
    tests: set[str] = field(default_factory=set[str])
    """Test files, and folders of them."""
    pages: set[str] = field(default_factory=set[str])
    """Sources of the pages that changed."""

    @property
    def is_all_of_python(self) -> bool:
        return ALL_OF_PYTHON in self.tests


def touched_by(changed: Iterable[str]) -> Touched:
    """Find what these files can touch. They are named from the root of the repository; files that are gone count."""
    found = Touched()
    modules: set[str] = set()
    for path in changed:
        if path.startswith("web/"):
            found.pages.add(path)
        if any(fnmatch(path, pattern) for pattern in FIXTURES):
            found.tests.add(ALL_OF_PYTHON)
        elif path.endswith(".py") and path.startswith(("ieum/", "tests/")) and "/migrations/" not in path:
            modules.add(path)
        elif not path.endswith(".py") or path.startswith("ieum/"):
            found.tests.update(readers_of(path))
    if modules:
        found.tests.update(OF_THE_HOUSE)
        graph = Graph()
        found.modules = graph.importers(modules)
        found.tests |= graph.tests_of(modules)
    return found


def readers_of(path: str) -> tuple[str, ...]:
    return next(tests for pattern, tests in READERS if fnmatch(path, pattern))


class Graph:
    """Imports between the files of `ieum/` and of `tests/`."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self._product = grimp.build_graph("ieum", cache_dir=None)
        self._file_of = {
            module: str(file.relative_to(root))
            for module in self._product.modules
            if (file := self._file(module))
        }
        self._imports = {
            str(file.relative_to(root)): set(imported_by(file.read_text(encoding="utf-8")))
            for file in sorted((root / "tests").rglob("*.py"))
        }

    def importers(self, changed: set[str]) -> set[str]:
        """Files that import one of these, directly or by others, and these themselves, if they are there."""
        found = {path for path in changed if (self._root / path).exists()}
        found |= {self._file_of[module] for module in self._downstream(changed) if module in self._file_of}
        touched = self._downstream(changed) | changed
        return found | {test for test in self._imports if self._reached(test) & touched}

    def tests_of(self, changed: set[str]) -> set[str]:
        """Test files that can fail because of a change in these."""
        downstream = self._downstream(changed)
        return {
            test
            for test in self._imports
            if Path(test).name.startswith("test_")
            and (self._reached(test) | self._about(test)) & (downstream | changed)
        }

    def _downstream(self, changed: set[str]) -> set[str]:
        """The product's modules that changed, and those that import them, but for the composition roots."""
        modules = {module for module, file in self._file_of.items() if file in changed}
        found, ahead = set(modules), list(modules)
        while ahead:
            new = self._product.find_modules_that_directly_import(ahead.pop()) - found - COMPOSITION_ROOTS
            found |= new
            ahead += new
        return found

    def _reached(self, test: str) -> set[str]:
        """Files of tests, by path, and modules of the product that this one imports, by way of others of the tests."""
        found, ahead = {test}, [test]
        modules: set[str] = set()
        while ahead:
            for name in self._imports.get(ahead.pop(), ()):
                path = f"{name.replace('.', '/')}.py"
                if path in self._imports and path not in found:
                    found.add(path)
                    ahead.append(path)
                elif name in self._product.modules:
                    modules.add(name)
        return found | modules

    def _about(self, test: str) -> set[str]:
        """The modules of the part that this test is named after, or of the whole room that it stands in."""
        folder = Path(test).parent.parts[1:]
        room = ".".join(("ieum", *folder))
        inside = {
            module for module in self._product.modules if module == room or module.startswith(f"{room}.")
        }
        named = f"{room}.{Path(test).stem.removeprefix('test_')}"
        part = {module for module in inside if module == named or module.startswith(f"{named}.")}
        return part or inside

    def _file(self, module: str) -> Path | None:
        path = self._root / module.replace(".", "/")
        return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)


def imported_by(source: str) -> Iterator[str]:
    """Names of modules of ours; of `from a import b` both `a` and `a.b`, because b may be a module."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name.startswith(("ieum", "tests")))
            case ast.ImportFrom(module=str(module), names=names) if module.startswith(("ieum", "tests")):
                yield module
                yield from (f"{module}.{each.name}" for each in names)
            case _:
                pass
