"""Meanings of typed words: what somebody may have meant by them. Pure."""

import re
from datetime import UTC, date, datetime, time, timedelta
from ipaddress import AddressValueError, IPv4Address

from ieum.shop.desk.lists import NAMES_NOBODY, Person
from ieum.shop.kernel.phones import mobile_number
from ieum.shop.kernel.seoul import SEOUL, moment_of

# The last character that there is: behind every text that begins alike.
_LAST = "\U0010ffff"
# `2026-11-20`, `2026.11.20.`, `2026년 11월 20일`, and without the year the last such day: `11월 20일`, `11/20`.
_DAY = re.compile(r"(?:(\d{4})\s*[-./년]\s*)?(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?(?=[T\s]|$)")
_NAMED_DAYS = {"오늘": 0, "어제": 1, "그제": 2, "그저께": 2}
# `14:05`, `14:05:30`, `오후 2시`, `오후 2시 5분`, `2시 반`.
_CLOCK = re.compile(
    r"(오전|오후|새벽|아침|저녁|밤)?\s*(\d{1,2})\s*(?::\s*(\d{2})(?::(\d{2}))?|시(?:\s*(?:(\d{1,2})\s*분|(반)))?)"
)
_NAMED_CLOCKS = {"정오": time(12), "자정": time(0)}


def number_in(text: str) -> int | None:
    """A row's id, also written `#12`."""
    digits = text.removeprefix("#")
    if not re.fullmatch(r"[0-9]{1,18}", digits):
        return None
    return int(digits) or None


def after_all(text: str) -> str:
    """The end of the range of texts that begin like this one."""
    return text + _LAST


def person_in(text: str) -> Person | None:
    """By which personal data this finds somebody; None for a number, an id, an address or what begins a login id."""
    if "@" in text:
        return Person("mail", text) if re.fullmatch(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}", text) else None
    digits = mobile_number(text) or (text if re.fullmatch(r"[0-9]{4}", text) else None)
    if digits is not None:
        return Person("phone", digits)
    is_name = not NAMES_NOBODY.fullmatch(text) and not re.search(r"[0-9#/=]", text)
    return Person("name", text) if is_name else None


def addresses_in(text: str) -> tuple[str, str] | None:
    """The first and the last address that begin like this, of which two numbers are needed: `203.0`, `203.0.113.`."""
    parts = text.removesuffix(".").split(".")
    if not 2 <= len(parts) <= 4:
        return None
    try:
        low = IPv4Address(".".join([*parts, "0", "0"][:4]))
        high = IPv4Address(".".join([*parts, "255", "255"][:4]))
    except AddressValueError:
        return None
    return str(low), str(high)


def moment_in(text: str, now: datetime) -> datetime | None:
    """A moment in Seoul, or one that names its own zone; nobody has held anything at one that is still to come.

    A day alone is its midnight, and a time alone the last such time.
    """
    try:
        moment = _read_moment(text.strip(), now.astimezone(SEOUL))
    except (ValueError, OverflowError):
        return None
    return moment if moment is not None and moment <= now else None


def _read_moment(text: str, now: datetime) -> datetime | None:
    """Read a moment. Raises ValueError and OverflowError if there is no such day or time."""
    day, rest = _read_day(text, now.date())
    clock = _read_clock(rest)
    if clock is None:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else None
    if day is None and not rest:
        return None
    moment = moment_of(day or now.date(), clock)
    return moment - timedelta(days=1) if day is None and moment > now else moment


def _read_day(text: str, today: date) -> tuple[date | None, str]:
    """The day that is named first, and what follows it."""
    for name, ago in _NAMED_DAYS.items():
        if text.startswith(name):
            return today - timedelta(days=ago), text.removeprefix(name).strip()
    found = _DAY.match(text)
    if found is None:
        return None, text
    year, month, day = found.groups()
    named = date(int(year or today.year), int(month), int(day))
    if year is None and named > today:
        named = named.replace(year=today.year - 1)
    return named, text[found.end() :].removeprefix("T").strip()


def _read_clock(text: str) -> time | None:
    """Midnight where nothing is said; None where it is no time."""
    if not text:
        return time.min
    if text in _NAMED_CLOCKS:
        return _NAMED_CLOCKS[text]
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    half, hour, minute, second, spoken, is_half = found.groups()
    return time(_hour(half, int(hour)), int(minute or spoken or (30 if is_half else 0)), int(second or 0))


def _hour(half: str | None, hour: int) -> int:
    """On a clock of 24 hours. `밤 12시` is midnight, and so is `새벽 12시`; `밤 1시` is an hour after."""
    if half in {"오전", "새벽", "아침"}:
        return hour % 12 if hour <= 12 else hour
    if half in {"오후", "저녁"} and hour < 12:
        return hour + 12
    if half == "밤":
        return hour % 12 + (12 if 6 <= hour < 12 else 0) if hour <= 12 else hour
    return hour
