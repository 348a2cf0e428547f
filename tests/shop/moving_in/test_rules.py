"""Days that other shops write for "never" and "for ever" are wrong lines, and end no import."""

from datetime import UTC, date, datetime

import pytest

from ieum.shop.moving_in import rules
from ieum.shop.moving_in.cells import read_won
from ieum.shop.moving_in.types import Line, Read, Wrong

TODAY, NOW = date(2026, 11, 27), datetime(2026, 11, 27, 3, tzinfo=UTC)
MEMBER = {
    "id": "1",
    "login_id": "moved01",
    "name": "홍길동",
    "email": "moved01@mail.example",
    "phone": "01012345678",
}
SERVICE = {"id": "1", "member": "1", "plan": "static", "address": "203.0.113.7", "ends": "2027-01-31"}


def reasons[T](found: Read[T] | list[Wrong]) -> list[str]:
    return [one.reason for one in found] if isinstance(found, list) else []


@pytest.mark.parametrize(
    ("ends", "word"),
    [
        ("2027-01-31", ""),
        ("9999-12-31", "5년보다 먼"),
        ("99991231", "5년보다 먼"),
        ("9999-12-31 23:59:59", "5년보다 먼"),
        ("0001-01-01", "이미 끝난"),
        ("0001-01-01 05:00", "이미 끝난"),
        ("0000-00-00", "알 수 없습니다"),
    ],
)
def test_a_service_ends_on_a_day_that_can_be_one(ends: str, word: str) -> None:
    said = reasons(rules.read_service(Line(2, SERVICE | {"ends": ends}), now=NOW, today=TODAY))

    assert [word in one for one in said] == ([True] if word else [])


@pytest.mark.parametrize("column", ["joined", "sms"])
@pytest.mark.parametrize("day", ["0001-01-01", "0001-01-01 05:00", "1899-12-30", "1900-01-01"])
def test_an_empty_day_of_a_spreadsheet_is_told(column: str, day: str) -> None:
    said = reasons(rules.read_member(Line(2, MEMBER | {column: day}), today=TODAY))

    assert ["1990년보다 앞의" in one for one in said] == [True]
    last = reasons(rules.read_member(Line(2, MEMBER | {column: "9999-12-31 23:59"}), today=TODAY))
    assert ["오늘보다 뒤의" in one for one in last] == [True]
    assert reasons(rules.read_member(Line(2, MEMBER | {column: "2026-10-01"}), today=TODAY)) == []


def test_an_amount_has_no_thousands_of_digits() -> None:
    assert read_won("9" * 5_000) is None
    assert read_won("1" + ",000" * 2_000) is None
