"""Vocabularies: each state has one word, in the `words.py` of its room."""

from release.words import vocabularies
from tests.cases import Cases

ROOMS = vocabularies()


def test_a_vocabulary_names_every_value_of_its_state() -> None:
    cases = Cases()
    for room, constants in ROOMS.items():
        for name, vocabulary in constants.items():
            with cases.case(f"{room}.{name}"):
                assert vocabulary.words.keys() == vocabulary.values
                assert all(vocabulary.words.values())
    cases.assert_right(at_least=20)


def test_what_is_drawn_with_a_tone_has_a_word() -> None:
    cases = Cases()
    for room, constants in ROOMS.items():
        worded = {one.values for one in constants.values() if not one.is_of_tones}
        with cases.case(room):
            assert {one.values for one in constants.values() if one.is_of_tones} <= worded
    cases.assert_right(at_least=20)
