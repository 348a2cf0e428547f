"""Registration numbers of Korean businesses. Pure."""

import re

_WEIGHTS = (1, 3, 7, 1, 3, 7, 1, 3, 5)
SENTENCE = "사업자등록번호 10자리를 다시 확인해 주세요."


def is_business_number(digits: str) -> bool:
    """Tell whether these are ten digits whose last is the checksum of the nine before."""
    if not re.fullmatch(r"[0-9]{10}", digits) or digits == "0" * 10:
        return False
    numbers = [int(digit) for digit in digits]
    total = sum(number * weight for number, weight in zip(numbers, _WEIGHTS, strict=False))
    return (total + numbers[8] * 5 // 10 + numbers[9]) % 10 == 0
