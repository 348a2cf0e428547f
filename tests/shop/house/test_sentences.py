"""Docstrings begin with a verb or a noun of the glossary, so that they are read once."""

from pathlib import Path

import pytest

from tests.shop.house.sentences import riddles

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    "said",
    [
        "What the job needs of a run.",
        "Whether it is over.",
        "The same for a change.",
        "Those of a member.",
        "Raises BulkNotFound, BulkStays.",
        "Raises TooBusy. The hash takes one of the places of the network.",
        "Nobody reads an inactive one.",
        "Not all of many.",
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
        f"{path.relative_to(ROOT)}:{line}: {said}"
        for folder in ("ieum", "bench", "release", "supply")
        for path in sorted(ROOT.glob(f"{folder}/**/*.py"))
        for line, said in riddles(path.read_text())
    ]

    assert found == []
