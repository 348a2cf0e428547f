"""Docstrings begin with a verb or a noun of the glossary, so that they are read once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# A free relative as subject, "the same" of what is not on the screen, a pronoun without its noun.
_RIDDLE = re.compile(
    r"(?:What(?:ever)?|Who(?:ever)?|Whom(?:ever)?|Whose|Where(?:ver)?|Which|Whether|How|Why|When(?:ever)?"
    r"|The same|The other|Ones?|Others?|Another|Those|These|That|This|Theirs|It|They|Such|So)\b(?!-)"
)
_ONLY_RAISES = re.compile(r"Raises [\w, ]+\.?")
# Rooms whose sentences have been rewritten.
DONE = (
    "ieum/shop/checkout/desk/",
    "ieum/shop/desk/",
    "ieum/shop/invoices/desk/",
    "ieum/shop/kernel/",
    "ieum/shop/orders/desk/",
    "ieum/shop/reconciliation/desk/",
    "ieum/shop/refunds/desk/",
    "ieum/shop/services/desk/",
    "ieum/shop/subscriptions/desk/",
)


def riddles(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and beginning of each docstring that has to be decoded."""
    for node in ast.walk(ast.parse(text)):
        said = ast.get_docstring(node) if isinstance(node, _DOCUMENTED) else None
        if said and (_RIDDLE.match(said) or _ONLY_RAISES.fullmatch(said.partition("\n\n")[0].strip())):
            yield getattr(node, "lineno", 1), said.partition("\n")[0]


@pytest.mark.parametrize(
    "said",
    [
        "What the job needs of a run.",
        "Whether it is over.",
        "The same for a change.",
        "Those of a member.",
        "Raises BulkNotFound, BulkStays.",
    ],
)
def test_a_riddle_is_seen(said: str) -> None:
    assert list(riddles(f'def a():\n    """{said}"""\n')) == [(1, said)]


@pytest.mark.parametrize(
    "said", ["Find a run. Raises BulkNotFound.", "One-time codes.", "Tell whether it is over."]
)
def test_a_plain_sentence_passes(said: str) -> None:
    assert list(riddles(f'def a():\n    """{said}"""\n')) == []


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    found = [
        f"{name}:{line}: {said}"
        for path in sorted(ROOT.glob("ieum/**/*.py"))
        if (name := str(path.relative_to(ROOT))).startswith(DONE)
        for line, said in riddles(path.read_text())
    ]

    assert found == []
