"""Counts the house: `python -m tests.shop.house.counts`, in two commits, shows what a change made of it."""

# ruff: noqa: T201 - a program that prints

import ast
import re
import subprocess
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from tests.shop.house.sentences import riddles

ROOT = Path(__file__).parents[3]
_GENERATED = re.compile(r"web/(src/api/schema\.ts|schema/|generated/)|\.json$")
_PREVIEW_ROUTE = re.compile(r'@post\([^)]*/preview"')
_ENTRY = re.compile(
    r"""(?<![\w.-])["']?([a-z][a-zA-Z_]*)["']?: (?:\{ (?:word|label): )?["']([가-힣][가-힣 ·]*)["']"""
)
_PROPERTIES = {"label", "title", "role", "name", "note", "cancelLabel", "confirmLabel"}
# What the provider's window is called with: its own values, in Korean.
_OF_PROVIDERS = {"web/src/payments/toss.ts"}


def tracked(*patterns: str) -> list[Path]:
    said = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [ROOT / name for name in said.split("\0") if name and (ROOT / name).is_file()]


def lines(files: Iterable[Path]) -> int:
    return sum(file.read_bytes().count(b"\n") for file in files)


def structs(files: Iterable[Path]) -> int:
    nodes = chain.from_iterable(ast.walk(ast.parse(file.read_text())) for file in files)
    return sum(
        isinstance(node, ast.ClassDef) and any("Struct" in ast.unparse(base) for base in node.bases)
        for node in nodes
    )


def occurrences(files: Iterable[Path], what: str | re.Pattern[str]) -> int:
    pattern = re.compile(what)
    return sum(len(pattern.findall(file.read_text())) for file in files)


def words_in_two_places(files: Iterable[Path]) -> dict[tuple[str, str], set[str]]:
    """Find states and kinds whose Korean word is written in more than one file.

    Vocabularies of rooms count as one place: services and subscriptions may both call `active` the same. Names of
    properties of a component are no states.
    """
    where: dict[tuple[str, str], set[str]] = {}
    for file in files:
        for entry in _ENTRY.findall(file.read_text()):
            place = "words.py" if file.name == "words.py" else str(file.relative_to(ROOT))
            if entry[0] not in _PROPERTIES and place not in _OF_PROVIDERS:
                where.setdefault(entry, set()).add(place)
    return {entry: found for entry, found in where.items() if len(found) > 1}


def operations() -> int:
    from ieum.shop.server.openapi import openapi_json  # noqa: PLC0415 - another commit may have none

    return len(re.findall(r'"operationId"', openapi_json()))


def sources() -> tuple[list[Path], list[Path]]:
    """The product's Python and TypeScript, without what the build writes."""
    python = [file for file in tracked("ieum/*.py") if "migrations" not in file.parts]
    pages = [
        file
        for file in tracked("web/src/*.ts", "web/src/*.tsx", "web/console/*.ts", "web/console/*.tsx")
        if ".test." not in file.name and not _GENERATED.search(str(file))
    ]
    return python, pages


def main() -> None:
    python, pages = sources()
    shop = [file for file in python if "shop" in file.parts]
    outside = [file for file in shop if "desk" not in file.relative_to(ROOT / "ieum/shop").parts[:1]]
    console = [file for file in pages if "console" in file.parts]
    counted = {
        "lines of Python": lines(python),
        "lines of TypeScript": lines(pages),
        "files of both": len(python) + len(pages),
        "operations": operations(),
        "structs": structs(python),
        "preview routes by hand": occurrences(outside, _PREVIEW_ROUTE),
        "`act.note` outside the desk": occurrences(outside, r"\bact\.note\("),
        "lists outside the declaration": occurrences(outside, r"\bwrite_cursor\("),
        "`useState` of the console": occurrences(console, r"\buseState\b[<(]"),
        "state words in two places": len(words_in_two_places([*shop, *pages])),
        "docstrings that are refused": sum(len(list(riddles(file.read_text()))) for file in python),
        "lines under git": lines(tracked()),
    }
    for what, count in counted.items():
        print(f"{count:>9,}  {what}")


if __name__ == "__main__":
    main()
