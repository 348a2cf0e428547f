"""Every text the shop sends can be read beforehand, and reads as it should."""

import re

import pytest

from ieum.shop.messaging import samples
from ieum.shop.messaging.samples import Preview
from ieum.shop.messaging.solapi import size_of

LONGEST_LMS = 2000
PREVIEWS = list(samples.previews())


def test_every_template_has_its_sample() -> None:
    """Raises MissingSample, which says where to add it."""
    assert {preview.name for preview in samples.previews()} == set(samples.templates())
    assert len(samples.templates()) > 25


def test_a_template_without_a_sample_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "VALUES", {one: samples.VALUES[one] for one in ("site", "name")})

    with pytest.raises(samples.MissingSample, match=r"templates\.\w+ takes"):
        list(samples.previews())


@pytest.mark.parametrize("preview", PREVIEWS, ids=lambda preview: preview.name)
def test_a_text_is_polite_korean_and_names_the_sender(preview: Preview) -> None:
    first = preview.subject or preview.body
    assert first.startswith("[이음]") or "이음" in preview.body
    assert re.search(r"(니다|세요)\.?", preview.body), preview.body
    assert "None" not in preview.body
    assert "{" not in preview.body
    assert "!" not in preview.body
    assert "홍길동" not in preview.subject


@pytest.mark.parametrize(
    "preview", [one for one in PREVIEWS if not one.subject], ids=lambda preview: preview.name
)
def test_a_text_message_can_be_sent_by_the_carriers(preview: Preview) -> None:
    preview.body.encode("cp949")
    assert size_of(preview.body) <= LONGEST_LMS
