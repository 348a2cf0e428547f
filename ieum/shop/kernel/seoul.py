"""Days and times as people in Korea read them; everything is stored in UTC."""

from datetime import UTC, date, datetime, time
from math import ceil
from zoneinfo import ZoneInfo

SEOUL = ZoneInfo("Asia/Seoul")


def moment_of(day: date, clock: time = time.min) -> datetime:
    """Return the moment, in UTC, at which a clock in Seoul shows this time of a day; midnight where none is given."""
    return datetime.combine(day, clock, SEOUL).astimezone(UTC)


def wait(seconds: int) -> str:
    """Write a waiting time, rounded up: `40초`, `12분`, `3시간`."""
    if seconds <= 60:
        return f"{seconds}초"
    return f"{ceil(seconds / 60)}분" if seconds <= 3600 else f"{ceil(seconds / 3600)}시간"


def day(moment: datetime) -> str:
    """`2026.11.20`."""
    return f"{moment.astimezone(SEOUL):%Y.%m.%d}"


def minute(moment: datetime) -> str:
    """`2026.11.20 14:05`."""
    return f"{moment.astimezone(SEOUL):%Y.%m.%d %H:%M}"


def second(moment: datetime) -> str:
    """`2026.11.20 14:05:30`."""
    return f"{moment.astimezone(SEOUL):%Y.%m.%d %H:%M:%S}"
