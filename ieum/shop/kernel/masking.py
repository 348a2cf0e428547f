"""Personal data as it may be shown (korea.md section 3, "Masking").

One rule everywhere: two ways of masking the same thing, laid side by side, undo each other. Where
the text is not what it should be, nothing of it is shown. Pure.
"""

import re
import unicodedata
from ipaddress import IPv4Address, ip_address


def mask_name(name: str) -> str:
    """홍길동 → 홍*동, 홍길 → 홍*, 남궁민수 → 남**수."""
    name = unicodedata.normalize("NFC", name)
    if len(name) <= 2:
        return name[: len(name) - 1] + "*"
    return name[0] + "*" * (len(name) - 2) + name[-1]


def mask_phone(phone: str) -> str:
    """01012345678 → 010-****-1234, with or without hyphens, with or without the country's number."""
    digits = re.sub(r"[^0-9]", "", phone)
    if phone.lstrip().startswith("+82"):
        digits = "0" + digits[2:]
    if not re.fullmatch(r"01[0-9]{8,9}", digits):
        return "***-****-****"
    return f"{digits[:3]}-{'*' * (len(digits) - 7)}-{digits[-4:]}"


def mask_email(email: str) -> str:
    """hongkild@naver.com → ho******@naver.com; how long the name is stays hidden."""
    name, at, domain = email.rpartition("@")
    return _beginning(name, 2) + "*" * 6 + at + domain if at else "*" * 6


def mask_login_id(login_id: str) -> str:
    """An id such as hongkildong → hong****; how long it is stays hidden."""
    return _beginning(login_id, 4) + "*" * 4


def mask_address(address: str) -> str:
    """211.234.56.78 → 211.234.***.78, and the ends of an IPv6 address likewise."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "***"
    if isinstance(parsed, IPv4Address):
        first, second, _, last = str(parsed).split(".")
        return f"{first}.{second}.***.{last}"
    if parsed.ipv4_mapped is not None:
        return mask_address(str(parsed.ipv4_mapped))
    groups = [parsed.packed[at : at + 2].hex().lstrip("0") or "0" for at in (0, 2, 14)]
    return f"{groups[0]}:{groups[1]}:***:{groups[2]}"


def mask_card(number: str) -> str:
    """1234567890123456 → 1234-56**-****-3456; what came masked already stays so."""
    digits = re.sub(r"[^0-9*]", "", number)
    if not 13 <= len(digits) <= 19:
        return "****-****-****-****"
    shown = digits[:6] + "*" * (len(digits) - 10) + digits[-4:]
    return "-".join(shown[start : start + 4] for start in range(0, len(shown), 4))


def mask_account(number: str) -> str:
    """The last four digits alone."""
    digits = re.sub(r"[^0-9]", "", number)
    return "****" + (digits[-4:] if len(digits) >= 8 else "")


def _beginning(text: str, length: int) -> str:
    """So many characters of it, and never more than half."""
    return text[: min(length, len(text) // 2)].rstrip("*")
