"""Every text the shop sends can be read beforehand, and reads as it should."""

import re
from pathlib import Path

import pytest

from ieum.cli import main
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


def test_the_command_prints_the_samples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["messages", "subscription_templates.suspended"]) == 0

    printed = capsys.readouterr().out
    assert (
        "── subscription_templates.suspended · 메일 · [이음] 결제되지 않아 이용이 정지되었습니다" in printed
    )
    assert "LMS · " in printed
    assert "order_paid" not in printed


def test_the_command_writes_the_mails_as_pages(tmp_path: Path) -> None:
    assert main(["messages", "--pages", str(tmp_path)]) == 0

    index = (tmp_path / "index.html").read_text("utf-8")
    mails = [one for one in PREVIEWS if one.subject]
    assert index.count('target="mail"') == len(mails) == len(list(tmp_path.iterdir())) - 1
    page = (
        tmp_path / next(name for name in re.findall(r'href="([^"]+)"', index) if "suspended" in name)
    ).read_text()
    assert "<h1" in page
    assert 'href="http://localhost:8000/mypage/payment-method-management"' in page
