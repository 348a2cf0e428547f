"""Run what a change can touch: `make check`, while working. `make test` runs everything, and CI runs that."""

# ruff: noqa: T201 - it prints

import argparse
import subprocess
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path, PurePath

from tests.gate.groups import (
    PROGRAMS_OF_PAGES,
    RESULTS,
    ROOT,
    VITEST,
    WEB,
    Group,
    Lane,
    pytest,
    python,
    tool,
    why_no_browser,
)
from tests.gate.imports import Imports, is_module, module_of
from tests.gate.results import read_vitest
from tests.gate.touched import ALL_OF_PYTHON, COMPOSITION_ROOTS, Touched, readers_of, touched_by
from tests.gate.whole import APART, BY_FILE, COMPUTING, LINT_IMPORTS, MARK

# Their tests need a running shop, a browser, machines or minutes.
SLOW = ("tests/journey", *APART)
LEFT_OUT = tuple(f"--ignore={folder}" for folder in SLOW)
# If many tests use a helper in these folders, one runs for all of them.
SAMPLES = {
    "tests/chaos/": "tests/chaos",
    "tests/gateway/": "tests/gateway/test_tunnels.py",
    "tests/journey/": "tests/journey/test_purchase.py",
    "tests/shop/model/": "tests/shop/model",
}
MANY = 4
FEW = NAMED = 3
# Beyond so many files, the type checker is as fast with all of them.
MOST_TYPED = 300
MODULES = (".ts", ".tsx", ".d.ts")
RELATED = ("--passWithNoTests", "--maxWorkers=2", "related")
# Sources of pages that change what a browser draws.
DRAWN = ("web/src/", "web/console/", "web/index.html", "web/package-lock.json", "web/vite.")


def main(argv: Sequence[str]) -> tuple[list[Group], bool]:
    """The groups to run, and whether they are only to be listed."""
    parser = argparse.ArgumentParser(description="Run what a change can touch.")
    parser.add_argument("--base", help="the commit before the change; by default where it left main")
    parser.add_argument("--list", action="store_true", help="only say what would run")
    parser.add_argument("only", nargs="*", metavar="GROUP", help="only these of the groups that would run")
    options = parser.parse_args(argv)
    try:
        base = options.base or fork_point()
        changed = changed_since(base)
    except (OSError, subprocess.CalledProcessError) as error:
        why = (getattr(error, "stderr", "") or str(error)).strip().partition("\n")[0]
        parser.error(f"Git does not say what changed: {why}")
    groups = groups_for(changed)
    if unknown := set(options.only) - {group.name for group in groups}:
        there_are = ", ".join(group.name for group in groups) or "none"
        parser.error(f"no such group: {', '.join(sorted(unknown))}; this change runs {there_are}")
    groups = [group for group in groups if not options.only or group.name in options.only]
    names = ", ".join(group.name for group in groups) or "nothing to run; BASE=… names another commit"
    print(f"changed since {base[:8]}: {some_of(changed)}. To run: {names}", flush=True)
    if unread := read_by_any(changed):
        print(f"all tests of Python, because any may read {some_of(unread)}", flush=True)
    return groups, options.list


def read_by_any(changed: Iterable[str]) -> list[str]:
    return [path for path in changed if not is_module(path) and ALL_OF_PYTHON in readers_of(path)]


def some_of(paths: Sequence[str]) -> str:
    rest = len(paths) - NAMED
    return ", ".join([*paths[:NAMED], *([f"{rest} more"] if rest > 0 else [])]) or "nothing"


def fork_point() -> str:
    """Where the work in progress left main; on main itself, where the upstream stands."""
    for name in ("origin/main", "main"):
        try:
            return _git("merge-base", "HEAD", name).strip()
        except subprocess.CalledProcessError:
            continue
    return "HEAD"


def changed_since(base: str) -> list[str]:
    """Paths that differ from the base, committed or not; those that are new or gone, too."""
    asked = (
        ("diff", "--name-only", "--no-renames", base, "--"),
        ("ls-files", "--others", "--exclude-standard"),
    )
    return sorted({path for words in asked for path in _git(words[0], "-z", *words[1:]).split("\0") if path})


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def groups_for(changed: Sequence[str]) -> list[Group]:
    imports = Imports(ROOT, closed=COMPOSITION_ROOTS)
    touched = touched_by(changed, imports)
    return [*_tools(changed, touched), *_tests(changed, touched, imports), *_pages(touched)]


def _tools(changed: Sequence[str], touched: Touched) -> list[Group]:
    if not any(path.endswith(".py") for path in changed):
        return []
    sources = [path for path in there(changed) if path.endswith(".py")]
    typed = sorted(path for path in {*sources, *touched.modules} if is_module(path))
    groups = [
        tool("imports", LINT_IMPORTS),
        tool("types", *python("basedpyright"), *(typed if len(typed) <= MOST_TYPED else ())),
    ]
    if sources:
        # They take a second, and say what is no Python at all.
        groups = [
            tool("lint", *python("ruff", "check"), *sources),
            tool("format", *python("ruff", "format", "--check"), *sources),
            *groups,
        ]
    return groups


def _tests(changed: Sequence[str], touched: Touched, imports: Imports) -> list[Group]:
    tests = [ALL_OF_PYTHON] if touched.is_all_of_python else computing(touched.tests)
    near = [test for test in tests if is_near(test, changed)]
    groups = [
        pytest(name, *some, options=(*processes(some), *LEFT_OUT), marks=COMPUTING, lane=Lane.MAIN)
        for name, some in (("near", near), ("tests", [test for test in tests if test not in near]))
        if some
    ]
    if itself := changed_apart(changed, imports):
        groups.append(pytest("itself", *itself, marks="", lane=Lane.BESIDE))
    return groups


def is_near(test: str, changed: Iterable[str]) -> bool:
    """Whether a test stands in the folder for one of these modules: what breaks it is said before all others end."""
    rooms = {PurePath("tests", *PurePath(path).parent.parts[1:]) for path in changed if is_module(path)}
    return any(PurePath(test).is_relative_to(room) for room in rooms - {PurePath(ALL_OF_PYTHON)})


def processes(tests: Sequence[str]) -> tuple[str, ...]:
    """Two processes, but one for a few files: to start and to collect takes each of them seconds."""
    is_short = len(tests) <= FEW and all(test.endswith(".py") for test in tests)
    return () if is_short else ("-n", "2", *BY_FILE)


def changed_apart(changed: Sequence[str], imports: Imports) -> list[str]:
    """Tests of other groups that changed themselves, or whose helpers did: they run whatever they need."""
    apart = [path for path in changed if path.startswith(tuple(SAMPLES)) and path.endswith(".py")]
    found = {path for path in there(changed) if is_apart(path)}
    for path in apart:
        users = {imports.files.get(module, "") for module in imports.downstream([module_of(path)])}
        tests = {user for user in users if is_apart(user)}
        sample = next(sample for folder, sample in SAMPLES.items() if path.startswith(folder))
        found |= {sample} if path.endswith("/conftest.py") or len(tests) > MANY else tests
    return sorted(found)


def is_apart(path: str) -> bool:
    """Whether this is a file of tests that another group than that of all computing ones has."""
    return (
        path.startswith("tests/")
        and Path(path).match("test_*.py")
        and (path.startswith(SLOW) or bool(MARK.search((ROOT / path).read_text(encoding="utf-8"))))
    )


def computing(tests: Iterable[str]) -> list[str]:
    """Keep the tests that exist and need neither a running shop nor machines nor hours."""
    return sorted(path for path in there(tests) if not path.startswith(SLOW))


def there(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if (ROOT / path).exists()]


def _pages(touched: Touched) -> list[Group]:
    if not touched.pages:
        return []
    sources = [path.removeprefix("web/") for path in there(sorted(touched.pages))]
    report = f"--outputFile.json={RESULTS / 'web-tests.report'}"
    # vitest knows who imports a module. Who else reads a file, and who imported one that is gone, it does not.
    are_imported = len(sources) == len(touched.pages) and all(path.endswith(MODULES) for path in sources)
    groups = [
        tool("web-types", "npm", "run", "typecheck", cwd=WEB),
        tool("web-lint", "npm", "run", "lint", cwd=WEB),
        Group(
            name="web-tests",
            argv=(*VITEST, report, *((*RELATED, *sources) if are_imported else ())),
            cwd=WEB,
            environ=PROGRAMS_OF_PAGES,
            read=partial(read_vitest, may_be_none=are_imported),
            lane=Lane.MAIN,
        ),
    ]
    if drawn := [path for path in touched.pages if path.startswith(DRAWN) and ".test." not in path]:
        looks = ("tests/journey/test_every_page.py", "tests/journey/test_console_screens.py")
        environ = {"IEUM_CHANGED_PAGES": "\n".join(sorted(drawn))}
        groups.append(
            pytest(
                "looks",
                *looks,
                options=("-p", "tests.gate.looking"),
                marks="browser",
                lane=Lane.BESIDE,
                why_not=why_no_browser,
                environ=environ,
            )
        )
    return groups
