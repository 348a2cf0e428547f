"""Run what a change can touch: `make check`, while working. `make test` runs everything, and CI runs that."""

# ruff: noqa: T201 - it prints

import argparse
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

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
from tests.gate.touched import ALL_OF_PYTHON, COMPOSITION_ROOTS, Touched, touched_by
from tests.gate.whole import APART, BY_FILE, COMPUTING, LINT_IMPORTS, MARK

# Their tests need a running shop, a browser, machines or minutes.
SLOW = ("tests/journey", *APART)
# If many tests use a helper in these folders, one runs for all of them.
SAMPLES = {
    "tests/chaos/": "tests/chaos",
    "tests/gateway/": "tests/gateway/test_tunnels.py",
    "tests/journey/": "tests/journey/test_purchase.py",
    "tests/shop/model/": "tests/shop/model",
}
MANY = 4
# Beyond so many files, the type checker is as fast with all of them.
MOST_TYPED = 300
RELATED = ("--passWithNoTests", "--maxWorkers=2", "related")
# Sources of pages that change what a browser draws.
DRAWN = ("web/src/", "web/console/", "web/index.html", "web/package-lock.json", "web/vite.")


def main(argv: Sequence[str]) -> tuple[list[Group], bool]:
    """The groups to run, and whether they are only to be listed."""
    parser = argparse.ArgumentParser(description="Run what a change can touch.")
    parser.add_argument("--base", help="the commit before the change; by default where it left main")
    parser.add_argument("--list", action="store_true", help="only say what would run")
    options = parser.parse_args(argv)
    try:
        base = options.base or fork_point()
        changed = changed_since(base)
    except (OSError, subprocess.CalledProcessError) as error:
        parser.error(f"Git does not say what changed: {getattr(error, 'stderr', '').strip() or error}")
    groups = groups_for(changed)
    names = ", ".join(group.name for group in groups) or "nothing to run; BASE=… names another commit"
    print(f"{len(changed)} files changed since {base[:8]}: {names}", flush=True)
    return groups, options.list


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
        groups += [
            tool("lint", *python("ruff", "check"), *sources),
            tool("format", *python("ruff", "format", "--check"), *sources),
        ]
    return groups


def _tests(changed: Sequence[str], touched: Touched, imports: Imports) -> list[Group]:
    groups: list[Group] = []
    if tests := [ALL_OF_PYTHON] if touched.is_all_of_python else computing(touched.tests):
        left_out = [f"--ignore={folder}" for folder in SLOW]
        groups.append(
            pytest("tests", *tests, *left_out, "-n", "2", *BY_FILE, marks=COMPUTING, lane=Lane.MAIN)
        )
    if itself := changed_apart(changed, imports):
        groups.append(pytest("itself", *itself, marks="", lane=Lane.BESIDE))
    return groups


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
    is_some_gone = len(sources) < len(touched.pages)
    groups = [
        tool("web-types", "npm", "run", "typecheck", cwd=WEB),
        tool("web-lint", "npm", "run", "lint", cwd=WEB),
        Group(
            name="web-tests",
            argv=(*VITEST, report, *(() if is_some_gone else (*RELATED, *sources))),
            cwd=WEB,
            environ=PROGRAMS_OF_PAGES,
            read=read_vitest,
            lane=Lane.MAIN,
        ),
    ]
    if drawn := [path for path in touched.pages if path.startswith(DRAWN) and ".test." not in path]:
        looks = ("tests/journey/test_every_page.py", "tests/journey/test_console_screens.py")
        environ = {"IEUM_CHANGED_PAGES": "\n".join(sorted(drawn))}
        plugin = ("-p", "tests.gate.looking")
        groups.append(
            pytest(
                "looks",
                *plugin,
                *looks,
                marks="browser",
                lane=Lane.BESIDE,
                why_not=why_no_browser,
                environ=environ,
            )
        )
    return groups
