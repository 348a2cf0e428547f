"""Every text the shop sends can be read beforehand, and reads as it should."""

import re

import pytest

from ieum.shop.messaging import samples
from ieum.shop.messaging.solapi import size_of
from tests.cases import Cases

LONGEST_LMS = 2000


def test_every_template_has_its_sample() -> None:
    """Raises MissingSample, which says where to add it."""
    assert {preview.name for preview in samples.previews()} == set(samples.templates())
    assert len(samples.templates()) > 25


def test_a_template_without_a_sample_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "VALUES", {one: samples.VALUES[one] for one in ("site", "name")})

    with pytest.raises(samples.MissingSample, match=r"templates\.\w+ takes"):
        list(samples.previews())


def test_a_text_is_polite_korean_and_names_the_sender() -> None:
    cases = Cases()

    for preview in samples.previews():
        with cases.case(preview.name):
            first = preview.subject or preview.body
            assert first.startswith("[이음]") or "이음" in preview.body
            assert re.search(r"(니다|세요)\.?", preview.body), preview.body
            assert "None" not in preview.body
            assert "{" not in preview.body
            assert "!" not in preview.body
            assert "홍길동" not in preview.subject

    cases.assert_right(at_least=86)


def test_a_text_message_can_be_sent_by_the_carriers() -> None:
    cases = Cases()

    for preview in samples.previews():
        if preview.subject:
            continue
        with cases.case(preview.name):
            preview.body.encode("cp949")
            assert size_of(preview.body) <= LONGEST_LMS

    cases.assert_right(at_least=10)
