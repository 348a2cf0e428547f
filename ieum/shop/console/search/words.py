"""What somebody may have meant by what they typed. Pure."""

import re
from datetime import UTC, datetime
from ipaddress import AddressValueError, IPv4Address

from ieum.shop.kernel.seoul import SEOUL

# The last character that there is: behind every text that begins alike.
_LAST = "\U0010ffff"
_MOMENTS = (
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y.%m.%d %H:%M",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d",
    "%Y.%m.%d",
)


def number_in(text: str) -> int | None:
    """A row's id, also written `#12`."""
    digits = text.removeprefix("#")
    if not re.fullmatch(r"[0-9]{1,18}", digits):
        return None
    return int(digits) or None


def after_all(text: str) -> str:
    """The end of the range of texts that begin like this one."""
    return text + _LAST


def phone_in(text: str) -> str | None:
    """The whole number as members have it, with or without hyphens and country code."""
    digits = re.sub(r"[\s-]", "", text)
    if digits.startswith("+82"):
        digits = "0" + digits[3:].removeprefix("0")
    return digits if re.fullmatch(r"01[016789][0-9]{7,8}", digits) else None


def addresses_in(text: str) -> tuple[str, str] | None:
    """The first and the last address that begin like this, of which three numbers are needed: `203.0.113`."""
    parts = text.removesuffix(".").split(".")
    if len(parts) not in {3, 4}:
        return None
    try:
        low = IPv4Address(".".join([*parts, "0"][:4]))
        high = IPv4Address(".".join([*parts, "255"][:4]))
    except AddressValueError:
        return None
    return str(low), str(high)


def moment_in(text: str, now: datetime) -> datetime | None:
    """A moment in Seoul, or one that names its own zone; nobody has held anything at one that is still to come."""
    moment = _read_moment(text.strip())
    return moment if moment is not None and moment <= now else None


def _read_moment(text: str) -> datetime | None:
    for form in _MOMENTS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=SEOUL).astimezone(UTC)
        except (ValueError, OverflowError):
            continue
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None
