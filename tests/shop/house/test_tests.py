"""How the tests themselves are built: where they stand, what they import, and how they wait."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[2]
ROOMS = TESTS.parent / "ieum" / "shop"
# To read the tree of a file takes ten times as long as to see that it has none of these words.
PERHAPS_OF_A_TEST_FILE = re.compile(r"\bfrom[\s\\]+[\w.]*\btest_")
PERHAPS_SLEEPS = re.compile("sleep|wait_for_timeout")
PERHAPS_READS_A_CLOCK = re.compile(r"^[A-Z][A-Z_, ]* = .*\b(?:now|today|time|monotonic)\(", re.MULTILINE)
# Beside the rooms: what tests build with, the house as a whole, and random walks through the money.
NO_ROOMS = {"builders", "house", "model"}


def test_the_shops_tests_stand_in_the_rooms_of_the_shop() -> None:
    """A room's tests are found under the room's name."""
    rooms = {path.parent.name for path in ROOMS.glob("*/__init__.py")}
    folders = {path.parent.name for path in (TESTS / "shop").glob("*/*.py")}

    assert folders - NO_ROOMS <= rooms
    assert list((TESTS / "shop").glob("test_*.py")) == []


def test_no_file_imports_from_a_test_file() -> None:
    """Code that two files share is a builder; in a test file it would break when that file's tests move."""
    imported = [
        f"{path}:{node.lineno}"
        for path, text in programs(PERHAPS_OF_A_TEST_FILE).items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").rpartition(".")[2].startswith("test_")
    ]

    assert imported == []


def test_a_test_waits_for_an_event_and_not_for_a_guessed_time() -> None:
    """A guessed time is too short on a slow machine and too long on every other: see `tests/waiting.py`.

    A sleep that is part of what is tested says why in a comment `# sleep: …` on the line above.
    """
    sleeping = programs(PERHAPS_SLEEPS)

    guessed: list[str] = []
    for path, text in sleeping.items():
        lines = text.splitlines()
        guessed += [
            f"{path}:{line}"
            for line in sleeps(ast.parse(text))
            if not lines[line - 2].strip().startswith("# sleep: ") and path != "waiting.py"
        ]

    assert "waiting.py" in sleeping
    assert guessed == []


def test_no_clock_is_read_before_the_first_test_runs() -> None:
    """All tests are collected first, and a test may run half an hour, or a midnight, later.

    Where that does no harm, a comment `# clock: …` on the line above says why.
    """
    early = [
        f"{path}: {found[0]}"
        for path, text in programs(PERHAPS_READS_A_CLOCK).items()
        for found in PERHAPS_READS_A_CLOCK.finditer(text)
        if not text[: found.start()].splitlines()[-1].startswith("# clock: ")
    ]

    assert early == []


def programs(perhaps: re.Pattern[str]) -> dict[str, str]:
    """The files of the tests that have such a word, by their path."""
    texts = {
        str(path.relative_to(TESTS)): path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("*.py"))
    }
    return {path: text for path, text in texts.items() if perhaps.search(text)}


def sleeps(tree: ast.Module) -> list[int]:
    """The lines where a program sleeps, or names a function that does."""
    found: list[int] = []
    for node in ast.walk(tree):
        match node:
            case (
                ast.Attribute(value=ast.Name("asyncio" | "time" | "anyio"), attr="sleep")
                | ast.Attribute(attr="wait_for_timeout")
            ):
                found.append(node.lineno)
            case ast.ImportFrom(module="asyncio" | "time" | "anyio", names=names):
                found += [node.lineno for name in names if name.name == "sleep"]
            case _:
                pass
    return found
