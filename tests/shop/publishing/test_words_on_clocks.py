"""A handshake from a clock that was ahead blocks the right clock for good: each guide says what helps."""

from pathlib import Path

import pytest

from ieum.shop.publishing.sources import STARTER_SET

TEXTS = [*sorted((STARTER_SET / "guides").glob("*.md")), STARTER_SET / "faqs/connection-fails.md"]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.stem)
def test_a_text_on_failing_connections_says_to_make_the_key_anew_after_a_clock_that_was_ahead(
    text: Path,
) -> None:
    assert [
        line for line in text.read_text().splitlines() if "앞선 채로" in line and "키 다시 만들기" in line
    ]
