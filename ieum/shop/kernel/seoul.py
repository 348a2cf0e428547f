"""Days and times as people in Korea read them; everything is stored in UTC."""

from datetime import datetime
from zoneinfo import ZoneInfo

SEOUL = ZoneInfo("Asia/Seoul")


def day(moment: datetime) -> str:
    """`2026.11.20`."""
    return f"{moment.astimezone(SEOUL):%Y.%m.%d}"


def minute(moment: datetime) -> str:
    """`2026.11.20 14:05`."""
    return f"{moment.astimezone(SEOUL):%Y.%m.%d %H:%M}"
