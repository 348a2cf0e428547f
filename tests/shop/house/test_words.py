"""Words: each state has one, in the `words.py` of its room, and the particle behind a value follows its last sound."""

import re

from release.words import vocabularies
from tests.cases import Cases
from tests.shop.house.counts import ROOT, sources, tracked, words_in_two_places

ROOMS = vocabularies()


def test_a_vocabulary_names_every_value_of_its_state() -> None:
    cases = Cases()
    for room, constants in ROOMS.items():
        for name, vocabulary in constants.items():
            with cases.case(f"{room}.{name}"):
                assert vocabulary.words.keys() == vocabulary.values
    cases.assert_right(at_least=20)


def test_what_is_drawn_with_a_tone_has_a_word() -> None:
    cases = Cases()
    for room, constants in ROOMS.items():
        worded = {one.values for one in constants.values() if not one.is_of_tones}
        with cases.case(room):
            assert {one.values for one in constants.values() if one.is_of_tones} <= worded
    cases.assert_right(at_least=20)


def test_no_word_of_a_state_is_written_twice() -> None:
    python, pages = sources()

    assert words_in_two_places([*(file for file in python if "shop" in file.parts), *pages]) == {}


# After a quote, too; a particle after a bracket belongs to the word before the bracket.
_BARE = re.compile(r"[}][’'\"*]*(?:을|를|은|는|이|가|과|와|로|으로)(?:는|도)?(?=[ ,.<·`\"']|$)", re.MULTILINE)
_BOTH = re.compile(r"\((?:을|를|이|가|은|는|과|와)\)|\(으\)로")
# Values that always end in the same sound: words of the sentence's own, and what `with_ro` has answered.
_OF_ONE_KIND = {
    "ieum/operations/setup/trying.py": "{with_ro(name)}는",
    "web/src/catalog/plan-summary.tsx": "'수량' : '이용 기간'}과",
}


def test_a_particle_after_a_value_follows_its_last_sound() -> None:
    cases = Cases()
    for file in tracked("ieum/*.py", "ieum/starter_texts/*.md", "web/src/*.ts*", "web/console/*.ts*"):
        if ".test." in file.name or file.name.startswith("particles."):
            continue
        name, text = str(file.relative_to(ROOT)), file.read_text(encoding="utf-8", errors="ignore")
        with cases.case(name):
            found = [
                text[one.start() - 25 : one.end()] for one in (*_BARE.finditer(text), *_BOTH.finditer(text))
            ]
            known = _OF_ONE_KIND.get(name)
            assert [one for one in found if known is None or not one.endswith(known)] == []
    cases.assert_right(at_least=1500)
