"""Masks for personal data on screens and in mails (korea.md section 3, "Masking"). Pure.

Each kind of data has one mask: two different masks of the same text, laid side by side, would reveal
it. Text that is not of the expected kind is masked entirely.
"""

import re
import unicodedata

from ieum.shop.kernel.phones import national_digits

# How a number begins in a text: with its 0, or with the country's code in its place.
_ZERO = r"(?:(?:\+|00)?82[- .]?(?:\(0\)|0)?[- .]?|0)"


def mask_name(name: str) -> str:
    """홍길동 → 홍*동, 홍길 → 홍*, 남궁민수 → 남**수."""
    name = unicodedata.normalize("NFC", name)
    if len(name) <= 2:
        return name[: len(name) - 1] + "*"
    return name[0] + "*" * (len(name) - 2) + name[-1]


def mask_phone(phone: str) -> str:
    """01012345678 → 010-****-1234, with or without hyphens and country code."""
    digits = national_digits(phone)
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
    """211.234.56.78 → 211.234.***.78; of an IPv6 address the network of the provider is left, 2001:db8:***."""
    parts = address.split(".")
    if len(parts) == 4:
        return f"{parts[0]}.{parts[1]}.***.{parts[3]}"
    return ":".join(address.split(":")[:2]) + ":***"


def mask_path(path: str) -> str:
    """/r/5d41…40 chars → /r/…: a token in a path would let whoever reads the log use it."""
    return re.sub(r"[A-Za-z0-9_-]{32,}", "…", path)


def mask_card(number: str) -> str:
    """1234567890123456 → 1234-56**-****-3456; digits that were masked before stay masked."""
    digits = re.sub(r"[^0-9*]", "", number)
    if not 13 <= len(digits) <= 19:
        return "****-****-****-****"
    shown = digits[:6] + "*" * (len(digits) - 10) + digits[-4:]
    return "-".join(shown[start : start + 4] for start in range(0, len(shown), 4))


def mask_account(number: str) -> str:
    """A bank account 11012341234 → ****1234; how long it is stays hidden. Of a short one half is shown at most."""
    digits = re.sub(r"[^0-9]", "", number)
    return "****" + digits[len(digits) - min(4, len(digits) // 2) :]


def mask_within(text: str, *, name: str | None, email: str | None, phone: str | None) -> str:
    """Mask these in a text, however their letters are written, and every other mobile number in it."""
    return re.sub(
        rf"(?<!\d){_ZERO}1[016789][- .]?\d{{3,4}}[- .]?\d{{4}}(?!\d)",
        lambda found: mask_phone(found.group()),
        mask_known(text, name=name, email=email, phone=phone),
    )


def mask_known(text: str, *, name: str | None, email: str | None, phone: str | None) -> str:
    """Mask these alone: another number in it may be the one under which somebody asks to be called."""
    number = phone and _ZERO + "[- .]?".join(map(re.escape, (phone[1:3], phone[3:-4], phone[-4:])))
    for written, mask in (
        (name and re.escape(name), mask_name),
        (email and re.escape(email), mask_email),
        (number, mask_phone),
    ):
        if written:
            text = re.sub(written, lambda found, mask=mask: mask(found.group()), text, flags=re.IGNORECASE)
    return text


def _beginning(text: str, length: int) -> str:
    """The first characters, at most half of the text."""
    return text[: min(length, len(text) // 2)].rstrip("*")
