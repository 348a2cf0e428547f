"""Which texts pass as a name or a line that people type."""

import re

import pytest

from ieum.shop.kernel.texts import LINE, LINES, WORDS


@pytest.mark.parametrize(
    "text", ["내 휴대폰", "Zoë's iPad", "👨\u200d👩\u200d👧 가족", "❤\ufe0f", "می\u200cخواهم", "ab (2)"]
)
def test_words_of_people_pass(text: str) -> None:
    assert all(re.search(pattern, text) for pattern in (WORDS, LINE, LINES))


HIDDEN = [
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *(0x00, 0x1B, 0x7F, 0x85, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029),
    *(0x2060, 0x206F, 0xFEFF, 0xFFF9, 0x034F, 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0),
]


@pytest.mark.parametrize("code", HIDDEN, ids=hex)
def test_what_cannot_be_seen_or_turns_the_line_is_refused(code: int) -> None:
    assert not any(re.search(pattern, f"a{chr(code)}b") for pattern in (WORDS, LINE, LINES))


def test_only_a_longer_text_has_several_lines() -> None:
    assert re.search(LINES, "하나\n둘")
    assert not any(re.search(pattern, text) for pattern in (WORDS, LINE) for text in ("하나\n둘", "하나\n"))


@pytest.mark.parametrize("text", [" ", "\u200d\ufe0f", "\u0301", " \U000e0041\U000e0042"], ids=ascii)
def test_words_have_something_to_see(text: str) -> None:
    assert re.search(LINE, text)
    assert not re.search(WORDS, text)
