"""Run what a change can touch: `make check`, while working. `make test` runs everything, and CI runs that."""

# ruff: noqa: T201 - it prints

import argparse
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.gate.groups import RESULTS, ROOT, WEB, Group, Lane, pytest, python, tool, why_no_browser
from tests.gate.results import read_vitest
from tests.gate.touched import ALL_OF_PYTHON, Touched, touched_by
from tests.gate.whole import APART, BY_FILE, COMPUTING, LINT_IMPORTS
from tests.journey.console_screens import SCREENS
from tests.journey.every_page import VISITS, declared_pages

TYPED = ("ieum/", "tests/", "bench/", "supply/", "release/")
# Their tests need a running shop, a browser, machines or minutes.
SLOW = ("tests/journey", *APART)
# Beyond so many files, the type checker is as fast with all of them.
MOST_TYPED = 300
RELATED = (
    *("npx", "vitest", "related", "--run", "--passWithNoTests", "--reporter=default", "--reporter=json"),
    f"--outputFile.json={RESULTS / 'web-tests.report'}",
)


def main(argv: Sequence[str]) -> tuple[list[Group], bool]:
    """The groups to run, and whether they are only to be listed."""
    parser = argparse.ArgumentParser(description="Run what a change can touch.")
    parser.add_argument("--base", help="the commit before the change; by default where it left main")
    parser.add_argument("--list", action="store_true", help="only say what would run")
    options = parser.parse_args(argv)
    changed = changed_since(options.base or fork_point())
    groups = groups_for(changed)
    print(f"{len(changed)} files changed: {', '.join(group.name for group in groups) or 'nothing to run'}")
    return groups, options.list


def fork_point() -> str:
    """Where the work in progress left main; on main itself, where the upstream stands."""
    for name in ("origin/main", "main"):
        found = subprocess.run(
            ["git", "merge-base", "HEAD", name], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if found.returncode == 0:
            return found.stdout.strip()
    return "HEAD"


def changed_since(base: str) -> list[str]:
    """Paths that differ from the base, committed or not; those that are new or gone, too."""
    asked = (("diff", "--name-only", "--no-renames", base), ("ls-files", "--others", "--exclude-standard"))
    found: set[str] = set()
    for words in asked:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
        found |= set(done.stdout.splitlines())
    return sorted(found)


def groups_for(changed: Sequence[str]) -> list[Group]:
    touched = touched_by(changed)
    there = [path for path in changed if (ROOT / path).exists()]
    return [*_python(there, touched), *_pages(there, touched)]


def _python(changed: Sequence[str], touched: Touched) -> list[Group]:
    groups: list[Group] = []
    if sources := [path for path in changed if path.endswith(".py")]:
        typed = sorted(path for path in {*sources, *touched.modules} if path.startswith(TYPED))
        groups += [
            tool("lint", *python("ruff", "check"), *sources),
            tool("format", *python("ruff", "format", "--check"), *sources),
            tool("imports", LINT_IMPORTS),
            tool(
                "types",
                *python("basedpyright"),
                *(typed if len(typed) <= MOST_TYPED else ()),
            ),
        ]
    tests = [ALL_OF_PYTHON] if touched.is_all_of_python else computing(touched.tests)
    if tests:
        left_out = [f"--ignore={folder}" for folder in SLOW]
        groups.append(
            pytest("tests", *tests, *left_out, "-n", "2", *BY_FILE, marks=COMPUTING, lane=Lane.MAIN)
        )
    # A test of another group that was changed itself runs, whatever it needs.
    itself = [path for path in changed if path.startswith(SLOW) and Path(path).name.startswith("test_")]
    if itself:
        marks = "(browser or tunnels or model or chaos) and not nightly"
        groups.append(pytest("itself", *itself, marks=marks, lane=Lane.BESIDE))
    return groups


def computing(tests: Iterable[str]) -> list[str]:
    """Keep the tests that exist and need neither a running shop nor machines nor hours."""
    return sorted(path for path in tests if not path.startswith(SLOW) and (ROOT / path).exists())


def _pages(changed: Sequence[str], touched: Touched) -> list[Group]:
    if not touched.pages:
        return []
    groups = [
        tool("web-types", "npm", "run", "typecheck", cwd=WEB),
        tool("web-lint", "npm", "run", "lint", cwd=WEB),
    ]
    if sources := [path.removeprefix("web/") for path in changed if path in touched.pages]:
        groups.append(
            Group(
                name="web-tests",
                argv=(*RELATED, *sources),
                cwd=WEB,
                read=read_vitest,
                lane=Lane.MAIN,
            )
        )
    if seen := looks(touched.pages):
        groups.append(pytest("looks", *seen, marks="browser", lane=Lane.BESIDE, why_not=why_no_browser))
    return groups


def looks(changed: Iterable[str]) -> list[str]:
    """The looks at the pages and screens of the folders that changed, as pytest names them."""
    shop, console = (folders_of(changed, root) for root in ("web/src/", "web/console/"))
    pages = [page for page in declared_pages() if page.file.partition("/")[0] in shop]
    screens = [screen for screen in SCREENS if screen.folder in console]
    return [
        *(
            f"tests/journey/test_every_page.py::test_a_page[{page.address}-{logged_in}]"
            for page in pages
            for logged_in in (False, True)
            if (page.address, logged_in) in VISITS
        ),
        *(f"tests/journey/test_console_screens.py::test_a_screen[{screen.path}]" for screen in screens),
    ]


def folders_of(changed: Iterable[str], root: str) -> set[str]:
    below = (path.removeprefix(root) for path in changed if path.startswith(root) and ".test." not in path)
    return {path.partition("/")[0] for path in below if "/" in path}
