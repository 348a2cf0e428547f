"""Reads what people and spreadsheets write into cells: dates, won. Pure."""

import hashlib
import re
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from ieum.shop.kernel.seoul import SEOUL, moment_of

_DATE = re.compile(
    r"(?P<year>\d{4})\s*(?:[-./]|년)\s*(?P<month>\d{1,2})\s*(?:[-./]|월)\s*(?P<day>\d{1,2})\s*(?:[.]|일)?"
    r"(?:[T\s]+(?P<half>오전|오후|AM|PM|am|pm)?\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.\d+)?)?)?"
)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
# Days since Excel's 30 December 1899, as cells hold dates whose format was lost; 1990 to 2099.
_SERIAL = re.compile(r"(\d{5})(?:\.\d+)?")
_EXCEL_BEGIN = date(1899, 12, 30)
_SERIALS = range(32_874, 73_050)
_WON = re.compile(r"[₩￦]?\s*(-?\d{1,3}(?:,\d{3}){1,5}|-?\d{1,18})(?:\.0+)?\s*(?:원|점|P|p|포인트)?")
YES, NO = (
    {"y", "yes", "예", "동의", "o", "1", "true"},
    {"", "n", "no", "아니오", "미동의", "거부", "x", "0", "false", "-"},
)


class Day(NamedTuple):
    """A day in Seoul, and a time of it where the cell has one."""

    day: date
    clock: time | None

    @property
    def begin(self) -> datetime:
        return moment_of(self.day, self.clock or time.min)

    @property
    def end(self) -> datetime:
        """A service whose last day is named without a time runs until that day is over."""
        return self.begin if self.clock else moment_of(self.day + timedelta(days=1))


def read_day(text: str) -> Day | None:
    """A date as people, databases and Excel write it; None where it is none, or leaves open which day is meant.

    The ends of the calendar are days, too: whoever asks says which days can be meant.
    """
    text = text.strip()
    try:
        if match := _DATE.fullmatch(text):
            day = date(int(match["year"]), int(match["month"]), int(match["day"]))
            return Day(day, _clock(match) if match["hour"] else None)
        if match := _COMPACT.fullmatch(text):
            return Day(date(*map(int, match.groups())), None)
    except ValueError:
        return None
    if (match := _SERIAL.fullmatch(text)) and int(match[1]) in _SERIALS:
        return Day(_EXCEL_BEGIN + timedelta(days=int(match[1])), None)
    return None


def _clock(match: re.Match[str]) -> time | None:
    hour = int(match["hour"])
    match (match["half"] or "").lower():
        case "오후" | "pm":
            hour = hour % 12 + 12
        case "오전" | "am":
            hour %= 12
        case _:
            pass
    clock = time(hour, int(match["minute"]), int(match["second"] or 0))
    # A spreadsheet adds midnight to a day without a time.
    return clock if clock != time.min else None


def read_won(text: str) -> int | None:
    """`12,000원`, `₩12000`, `12000.0`; None where it is no whole number."""
    match = _WON.fullmatch(text.strip())
    return int(match[1].replace(",", "")) if match else None


def today() -> date:
    return datetime.now(SEOUL).date()


def left_id(external_id: str) -> str:
    """Return what replaces the other shop's id once its member has left (`forget_moving` writes equal text)."""
    return "left:" + hashlib.sha256(external_id.encode()).hexdigest()
