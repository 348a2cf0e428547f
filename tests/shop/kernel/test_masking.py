"""What may be shown of personal data: the rule's own examples, and that it never shows more."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.kernel import masking

MASKS = [
    masking.mask_name,
    masking.mask_phone,
    masking.mask_email,
    masking.mask_login_id,
    masking.mask_card,
]
DIGITS = st.text("0123456789", min_size=8, max_size=8)


@pytest.mark.parametrize(
    ("mask", "text", "shown"),
    [
        (masking.mask_path, f"/r/{'5d' * 32}", "/r/…"),
        (masking.mask_path, "/support/notice/office-networks", "/support/notice/office-networks"),
        (masking.mask_name, "홍길동", "홍*동"),
        (masking.mask_name, "홍길", "홍*"),
        (masking.mask_name, "홍", "*"),
        (masking.mask_name, "남궁민수", "남**수"),
        (masking.mask_name, "John Smith", "J********h"),
        # As macOS sends it, letter by letter.
        (masking.mask_name, "\u1112\u1169\u11bc\u1100\u1175\u11af\u1103\u1169\u11bc", "홍*동"),
        (masking.mask_phone, "01012341234", "010-****-1234"),
        (masking.mask_phone, "010-1234-1234", "010-****-1234"),
        (masking.mask_phone, "+82 10-1234-1234", "010-****-1234"),
        (masking.mask_phone, "0111231234", "011-***-1234"),
        (masking.mask_phone, "02-123-4567", "***-****-****"),
        (masking.mask_email, "hongkild@naver.com", "ho******@naver.com"),
        (masking.mask_email, "a@naver.com", "******@naver.com"),
        (masking.mask_email, "abc@naver.com", "a******@naver.com"),
        (masking.mask_email, "no address", "******"),
        (masking.mask_login_id, "hongkildong", "hong****"),
        (masking.mask_login_id, "abcdef", "abc****"),
        (masking.mask_card, "1234567890123456", "1234-56**-****-3456"),
        (masking.mask_card, "1234-5678-9012-3456", "1234-56**-****-3456"),
        (masking.mask_card, "12345678****345*", "1234-56**-****-345*"),
        (masking.mask_card, "378282246310005", "3782-82**-***0-005"),
        (masking.mask_card, "1234", "****-****-****-****"),
    ],
)
def test_the_masks_of_the_rules_own_examples(mask: Callable[[str], str], text: str, shown: str) -> None:
    assert mask(text) == shown


@pytest.mark.parametrize("mask", MASKS)
@given(text=st.text(max_size=60))
def test_any_input_is_masked_and_short(mask: Callable[[str], str], text: str) -> None:
    shown = mask(text)

    assert "*" in shown
    assert len(shown) <= max(19, 6 + len(text.encode()))


@given(st.text(min_size=3, max_size=20))
def test_a_name_shows_only_its_first_and_last_letter(name: str) -> None:
    shown = masking.mask_name(name)

    assert set(shown[1:-1]) <= {"*"}
    assert masking.mask_name(shown) == shown


@given(middle=DIGITS, end=DIGITS)
def test_a_phone_number_shows_only_its_last_four_digits(middle: str, end: str) -> None:
    assert masking.mask_phone(f"010{middle[:4]}{end[:4]}") == f"010-****-{end[:4]}"


@given(st.text(min_size=1, max_size=64), st.sampled_from(["naver.com", "daum.net"]))
def test_an_email_shows_at_most_two_letters_and_half_of_its_name(name: str, domain: str) -> None:
    shown = masking.mask_email(f"{name}@{domain}")

    begin = shown.removesuffix(f"******@{domain}")
    assert len(begin) <= min(2, len(name) / 2)
    assert name.startswith(begin)
    assert masking.mask_email(shown) == shown


@given(st.from_regex(r"[a-z][a-z0-9_]{5,19}", fullmatch=True))
def test_a_login_id_shows_at_most_four_letters_and_not_its_length(login_id: str) -> None:
    shown = masking.mask_login_id(login_id)

    assert re.fullmatch(r"[a-z][a-z0-9_]{2,3}\*{4}", shown)
    assert login_id.startswith(shown.removesuffix("****"))
    assert masking.mask_login_id(shown) == shown


@given(st.text("0123456789", min_size=13, max_size=19))
def test_a_card_shows_only_its_first_six_and_last_four_digits(number: str) -> None:
    shown = masking.mask_card(number).replace("-", "")

    assert (shown[:6], set(shown[6:-4]), shown[-4:]) == (number[:6], {"*"}, number[-4:])
    assert len(shown) == len(number)


@pytest.mark.parametrize(
    "number", ["010-1234-5678", "01012345678", "+82 10-1234-5678", "+82(0)10 1234 5678", "0082-10-1234-5678"]
)
def test_a_number_in_a_text_is_masked_however_it_is_written(number: str) -> None:
    text = f"저는 {number} 번호를 씁니다."

    shown = [
        masking.mask_within(text, name=None, email=None, phone=None),
        masking.mask_known(text, name=None, email=None, phone="01012345678"),
    ]

    assert shown == ["저는 010-****-5678 번호를 씁니다."] * 2


def test_other_digits_of_a_text_stay() -> None:
    text = "주문 20261130-1012345678, 금액 821,012원, 서비스 1012345678"

    assert masking.mask_within(text, name=None, email=None, phone="01087654321") == text
