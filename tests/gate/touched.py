"""Which tests can a change touch? Python by its imports, pages by vitest and their folders, other files by a table.

The shop's composition roots import every room, and nearly every test asks the shop over HTTP: followed through them,
every change would touch every test. So they are not followed. A test is touched by what it imports, and by what the
part of the room that it is named after imports; if there is no such part, by the whole room.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from itertools import accumulate
from pathlib import Path, PurePath

from tests.gate.imports import Imports, is_module, module_of

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
# Rooms that ask all others. Their tests that are named after no part run if the room itself changed.
GATHERING = {"ieum.shop.console", "ieum.shop.server"}
# Tests that look at the house as a whole run with every change of Python.
OF_THE_HOUSE = ("tests/shop/house", "tests/gate")
# Tests that look at all routes run with every change of one.
OF_ALL_ROUTES = (
    "tests/shop/server/test_authorisation.py",
    "tests/shop/server/test_openapi_document.py",
    "tests/shop/server/test_query_counts.py",
)
ALL_OF_PYTHON = "tests"
DOCUMENTS = (
    "tests/shop/house/test_asvs.py",
    "tests/shop/house/test_documents.py",
    "tests/shop/house/test_security_document.py",
)
ALERTS = "tests/shop/server/test_alerts_and_dashboards.py"
SUPPLY = "tests/shop/house/test_supply.py"
# The first pattern that fits says which tests read a file that is no module. `tests/gate/test_touched.py` holds the
# table against what the tests name.
READERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "docs/operate/*",
        (
            *DOCUMENTS,
            ALERTS,
            "tests/deploy/test_units.py",
            "tests/fresh",
            "tests/shop/console/test_reconciliation.py",
        ),
    ),
    ("docs/api.txt", ("tests/shop/server/test_openapi_document.py",)),
    ("docs/gateway.md", (*DOCUMENTS, "tests/fresh")),
    ("docs/*", DOCUMENTS),
    ("deploy/patroni/*", (*DOCUMENTS, SUPPLY, "tests/deploy", "tests/fresh")),
    ("deploy/*", (*DOCUMENTS, ALERTS, "tests/deploy", "tests/fresh", "tests/gateway", "tests/shop/house")),
    (
        "ieum/starter_texts/*",
        (
            "tests/shop/console/test_opening.py",
            "tests/shop/publishing",
            "tests/shop/search",
            "tests/shop/leaving",
            "tests/shop/pages",
            "tests/shop/refunds/test_terms_table.py",
        ),
    ),
    ("ieum/dev/*", ("tests/dev",)),
    ("ieum/shop/members/leaked/*", ("tests/shop/members",)),
    ("web/package*.json", (SUPPLY,)),
    ("web/src/shell/*", ("tests/shop/pages/test_status_frame.py",)),
    ("web/src/site/menu.ts", ("tests/shop/pages/test_status_frame.py",)),
    ("web/src/ui/theme.css", ("tests/shop/status/test_history.py",)),
    ("web/src/services/record/words.ts", ("tests/shop/leaving/test_retention_texts.py",)),
    ("web/src/services/wireguard.test.ts", ("tests/gateway/test_linux_conf.py",)),
    ("web/console/record/words.ts", ("tests/shop/console/test_record.py",)),
    ("web/*", ()),  # vitest and the browser look at these
    ("tests/gate/*", ("tests/gate",)),
    ("tests/operations/*", ("tests/operations",)),
    ("tests/chaos/*", ()),
    ("bench/*", (SUPPLY,)),
    ("supply/*", (SUPPLY,)),
    (".gitignore", ()),
    ("*.md", DOCUMENTS),
    (".ci/*", ()),
    # Migrations, lock files, settings of the tools, and whatever is not thought of here.
    ("*", (ALL_OF_PYTHON,)),
)


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


def touched_by(changed: Iterable[str], imports: Imports) -> Touched:
    """Find what these files can touch. They are named from the root of the repository; files that are gone count."""
    found = Touched()
    modules: set[str] = set()
    for path in changed:
        if path.startswith("web/"):
            found.pages.add(path)
        if is_module(path) and "/migrations/" not in path:
            modules.add(path)
        else:
            found.tests.update(readers_of(path))
    if modules:
        graph = Graph(imports)
        found.tests.update(OF_THE_HOUSE)
        found.modules = graph.importers(modules)
        found.tests |= graph.tests_of(modules)
    return found


def readers_of(path: str) -> tuple[str, ...]:
    return next(tests for pattern, tests in READERS if fnmatch(path, pattern))


class Graph:
    """Files that change, and the tests that meet them. A file that is gone is named as it was."""

    def __init__(self, imports: Imports) -> None:
        self._imports = imports
        self._tests = {
            path: module
            for module, path in self._imports.files.items()
            if path.startswith("tests/") and Path(path).name.startswith("test_")
        }

    def importers(self, changed: set[str]) -> set[str]:
        """Files that import one of these, directly or by others, and these themselves, if they are there."""
        downstream = self._imports.downstream(map(module_of, changed))
        return {path for module, path in self._imports.files.items() if module in downstream}

    def tests_of(self, changed: set[str]) -> set[str]:
        """Test files that can fail because of a change in these, and folders of them."""
        modules = set(map(module_of, changed))
        downstream = self._imports.downstream(modules)
        parts = within(self._imports.files)
        touched = (within(downstream) - GATHERING) | within(modules)
        by_import = {test for test, module in self._tests.items() if module in downstream}
        by_name = {test for test in self._tests if about(PurePath(test), parts) in touched}
        return by_import | by_name | self._below_fixtures(changed) | self._of_edges(changed)

    def _below_fixtures(self, changed: set[str]) -> set[str]:
        """Folders whose fixtures are built with one of these. What the fixtures take from the product is not followed:
        they are composition roots, too.
        """
        helpers = {module_of(path) for path in changed if path.startswith("tests/")}
        files = {self._imports.files.get(module, "") for module in self._imports.downstream(helpers)}
        return {str(PurePath(path).parent) for path in files | changed if path.endswith("/conftest.py")}

    def _of_edges(self, changed: set[str]) -> set[str]:
        """The whole room of a module that only composition roots import: its tests meet it over HTTP, or as a job. A
        route is met by the tests of all routes, too.
        """
        found: set[str] = set()
        for path in map(PurePath, changed):
            importers = {
                name for name in self._imports.importers(module_of(str(path))) if name.startswith("ieum.")
            }
            if path.parts[0] == "ieum" and len(path.parts) > 2 and importers <= COMPOSITION_ROOTS:
                found.add(str(PurePath("tests", *path.parent.parts[1:])))
            if path.name == "routes.py":
                found.update(OF_ALL_ROUTES)
        return found


def within(modules: Iterable[str]) -> set[str]:
    """These modules and all packages around them."""
    return {part for module in modules for part in accumulate(module.split("."), "{}.{}".format)}


def about(test: PurePath, parts: set[str]) -> str:
    """The part of its room that a test is named after, or the room if there is no such part."""
    room = ".".join(("ieum", *test.parent.parts[1:]))
    named = f"{room}.{test.stem.removeprefix('test_')}"
    return named if named in parts else room
