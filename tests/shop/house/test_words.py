"""Vocabularies: each state has one word, in the `words.py` of its room."""

import pytest

from release.words import Vocabulary, vocabularies

ROOMS = vocabularies()
ALL = {f"{room}.{name}": one for room, constants in ROOMS.items() for name, one in constants.items()}


@pytest.mark.parametrize("vocabulary", ALL.values(), ids=ALL)
def test_a_vocabulary_names_every_value_of_its_state(vocabulary: Vocabulary) -> None:
    assert vocabulary.words.keys() == vocabulary.values
    assert all(vocabulary.words.values())


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_drawn_with_a_tone_has_a_word(room: str) -> None:
    worded = {one.values for one in ROOMS[room].values() if not one.is_of_tones}

    assert {one.values for one in ROOMS[room].values() if one.is_of_tones} <= worded
