"""The bounds of the dates and moments that callers may send. Pure.

Beyond them, a day more, midnight in Seoul or UTC may be no date that there is, in Python or in PostgreSQL.
"""

from datetime import date, datetime
from typing import Literal

import msgspec

from ieum.shop.kernel.errors import Field

FIRST_YEAR, LAST_YEAR = 1900, 2199
type Kind = Literal["date", "moment"]

_TYPES: dict[Kind, type[date]] = {"date": date, "moment": datetime}
_BEYOND = f"{FIRST_YEAR}년부터 {LAST_YEAR}년까지의 날짜를 적어 주세요."
_WITHOUT_ZONE = "시간대가 있는 시각을 적어 주세요. 예: 2026-11-20T14:05:00+09:00"


def is_within(day: date) -> bool:
    """Tell whether a date or a moment lies within the bounds."""
    return FIRST_YEAR <= day.year <= LAST_YEAR


def wrong_date(name: str, value: object) -> list[Field]:
    """Return errors of a date or a moment; none of any other value."""
    if not isinstance(value, date):
        return []
    if not is_within(value):
        return [Field(name, "out_of_range", _BEYOND)]
    if isinstance(value, datetime) and value.tzinfo is None:
        return [Field(name, "invalid", _WITHOUT_ZONE)]
    return []


def beyond_all(name: str, raw: object, kind: Kind) -> list[Field]:
    """Refuse a moment that msgspec fails to read: a number of seconds whose year would be 10000."""
    try:
        _read(raw, kind)
    except ValueError:
        return [Field(name, "out_of_range", _BEYOND)]
    return []


def wrong_text(name: str, raw: object, kind: Kind) -> list[Field]:
    """Judge a date as it was sent; what is no date at all is left to whoever reads the whole."""
    return beyond_all(name, raw, kind) or wrong_date(name, _read(raw, kind))


def _read(raw: object, kind: Kind) -> date | None:
    """None for what is no date. Raises ValueError."""
    try:
        return msgspec.convert(raw, _TYPES[kind], strict=False)
    except msgspec.ValidationError:
        return None
