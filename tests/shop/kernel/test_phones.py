"""One reader of mobile numbers, however people, spreadsheets and browsers write them."""

import pytest

from ieum.shop.kernel.masking import mask_phone
from ieum.shop.kernel.phones import hyphenated, mobile_number, national_digits

WRITTEN = [
    "01012345678",
    "010-1234-5678",
    "010 1234 5678",
    "010.1234.5678",
    "(010) 1234-5678",
    "+82 10-1234-5678",
    "+82 (0)10-1234-5678",
    "+821012345678",
    "0082 10 1234 5678",
    "008201012345678",
    "821012345678",
    "8201012345678",
    "1012345678",
    "10-1234-5678",
    "０１０－１２３４－５６７８",
    "＋８２ １０ １２３４ ５６７８",
    "010\u20111234\u20115678",
    "\u202a010-1234-5678\u202c",
    "\u200e+82 10-1234-5678",
    "010·1234·5678",
    "010/1234/5678",
    "010~1234~5678",
    "'01012345678",
    "٠١٠-١٢٣٤-٥٦٧٨",
    "۰۱۰۱۲۳۴۵۶۷۸",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_mobile_number_is_read_however_it_is_written(text: str) -> None:
    assert (mobile_number(text), national_digits(text)) == ("01012345678",) * 2
    assert mask_phone(text) == "010-****-5678"


@pytest.mark.parametrize(
    "text",
    ["", "02-123-4567", "+81 90-1234-5678", "010-1234-56789", "hong01012345678", "1234", "010-1234-5678٩"],
)
def test_what_is_no_mobile_number_is_none(text: str) -> None:
    assert mobile_number(text) is None


def test_an_old_number_keeps_its_ten_digits() -> None:
    assert mobile_number("+82 11 123 4567") == "0111234567"
    assert [hyphenated(one) for one in ("0111234567", "01012345678", "15881234")] == [
        "011-123-4567",
        "010-1234-5678",
        "15881234",
    ]
