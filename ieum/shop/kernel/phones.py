"""Reads Korean mobile numbers as people, spreadsheets and browsers write them: the one reader of all of them. Pure."""

import re
import unicodedata

# As it is typed, with signs and blanks.
LONGEST_NUMBER = 40
MOBILE = re.compile(r"01[016789][0-9]{7,8}")
# Korea's country code, with the sign of international calls or its digits, and perhaps the 0 that it replaces.
_ABROAD = re.compile(r"(?:00)?820?(1[016789][0-9]{7,8})")
# The 0 that a spreadsheet has cut.
_CUT = re.compile(r"1[016789][0-9]{7,8}")


def national_digits(text: str) -> str:
    """The digits as they are dialled in Korea: `+82 10-1234-5678`, `0082…`, `10…` and full-width ones → `010…`."""
    digits = "".join(str(unicodedata.decimal(sign)) for sign in text if sign.isdecimal())
    if abroad := _ABROAD.fullmatch(digits):
        return f"0{abroad[1]}"
    return f"0{digits}" if _CUT.fullmatch(digits) else digits


def mobile_number(text: str) -> str | None:
    """A mobile number in digits; None if the text is anything else, or has letters.

    Any other sign may stand around and between the digits: address books put marks of direction there.
    """
    digits = national_digits(text)
    return digits if MOBILE.fullmatch(digits) and not any(sign.isalpha() for sign in text) else None


def hyphenated(number: str) -> str:
    """`01012345678` → `010-1234-5678`; anything but a mobile number is left as it is."""
    return f"{number[:3]}-{number[3:-4]}-{number[-4:]}" if MOBILE.fullmatch(number) else number
