"""Checks of single lines, and their rows. Pure; what the database knows is asked elsewhere."""

import hashlib
import ipaddress
import json
from datetime import date, datetime, timedelta

from ieum.shop.kernel.phones import national_digits
from ieum.shop.members import rules as members
from ieum.shop.members.names import tidy_name
from ieum.shop.moving_in.cells import NO, Day, read_day, read_won
from ieum.shop.moving_in.files import NAMES
from ieum.shop.moving_in.types import Line, MovedMember, MovedPoints, MovedService, Read, Wrong

MOST_POINTS = 10_000_000
# A consent to advertising has to be asked for again every two years; what is older and was not is none (ICNA 50⑧).
CONSENT_LASTS = timedelta(days=730)
# Nobody has paid a service so far ahead.
LONGEST = timedelta(days=366 * 5)
# What lies before stands for nothing: 1900-01-01 and 0001-01-01 are what empty cells become.
EARLIEST = date(1990, 1, 1)
_BAD_DAY = "날짜를 알 수 없습니다. 2026-11-20처럼 적어 주세요."
_BAD_ID = "번호는 1~100자로 적어 주세요."


def read_member(line: Line, *, today: date) -> Read[MovedMember] | list[Wrong]:
    cells, wrong = line.cells, list[Wrong]()
    login_id, name = cells["login_id"].lower(), tidy_name(cells["name"])
    email, phone = members.tidy_email(cells["email"]), national_digits(cells["phone"])
    found = [
        *(("login_id", each) for each in members.wrong_login_id(login_id)),
        *(("name", each) for each in members.wrong_name(name)),
        *(("email", each) for each in members.wrong_email(email)),
        *(("phone", each) for each in members.wrong_phone(phone)),
    ]
    wrong += [_wrong(line, "member", column, each.detail) for column, each in found]
    wrong += _wrong_id(line, "member")
    joined = _optional_day(line, "member", "joined", wrong, today=today)
    consents = {medium: _consent(line, medium, wrong, today=today) for medium in ("sms", "mail")}
    if wrong:
        return wrong
    row = MovedMember(
        cells["id"],
        login_id,
        name,
        email,
        phone,
        joined.begin if joined else None,
        consents["sms"],
        consents["mail"],
    )
    return Read(line.number, row, _contents(line))


def read_service(line: Line, *, now: datetime, today: date) -> Read[MovedService] | list[Wrong]:
    cells, wrong = line.cells, _wrong_id(line, "service")
    began = _optional_day(line, "service", "began", wrong, today=today)
    ends = read_day(cells["ends"])
    if ends is None:
        wrong.append(_wrong(line, "service", "ends", _BAD_DAY))
    elif ends.day > today + LONGEST:
        # Before its end is asked for: the last day that there is, which says "for ever", has no next one.
        wrong.append(_wrong(line, "service", "ends", "5년보다 먼 날짜입니다. 다시 확인해 주세요."))
    elif ends.day < EARLIEST or ends.end <= now:
        wrong.append(_wrong(line, "service", "ends", "이미 끝난 이용권입니다. 옮길 것이 없습니다."))
    address = _address(cells["address"])
    if address is None:
        wrong.append(_wrong(line, "service", "address", "IPv4 주소가 아닙니다."))
    wrong += [
        _wrong(line, "service", column, "비어 있습니다.")
        for column in ("member", "plan")
        if not cells[column]
    ]
    if wrong or ends is None or address is None:
        return wrong
    row = MovedService(
        cells["id"], cells["member"], cells["plan"], address, began.begin if began else None, ends.end
    )
    return Read(line.number, row, _contents(line))


def read_points(line: Line, *, today: date) -> Read[MovedPoints] | list[Wrong]:
    """Points never expire here: what has expired there is not moved, and what would have, does not any more."""
    cells, wrong = line.cells, _wrong_id(line, "points")
    amount = read_won(cells["points"])
    if amount is None or not 0 < amount <= MOST_POINTS:
        wrong.append(_wrong(line, "points", "points", f"1~{MOST_POINTS:,} 사이의 정수로 적어 주세요."))
    expires = cells.get("expires", "")
    day = read_day(expires) if expires else None
    if expires and day is None:
        wrong.append(_wrong(line, "points", "expires", _BAD_DAY))
    elif day and day.day < today:
        wrong.append(_wrong(line, "points", "expires", "이미 소멸한 포인트입니다."))
    if not cells["member"]:
        wrong.append(_wrong(line, "points", "member", "비어 있습니다."))
    if wrong or amount is None:
        return wrong
    reason = (cells.get("reason") or "이전 쇼핑몰에서 옮긴 포인트")[:200]
    return Read(line.number, MovedPoints(cells["id"], cells["member"], amount, reason), _contents(line))


def _wrong(line: Line, kind: str, column: str, reason: str) -> Wrong:
    return Wrong(line.number, NAMES[kind][column], reason)


def _wrong_id(line: Line, kind: str) -> list[Wrong]:
    is_well = 1 <= len(line.cells["id"]) <= 100 and not line.cells["id"].startswith("left:")
    return [] if is_well else [_wrong(line, kind, "id", _BAD_ID)]


def _optional_day(line: Line, kind: str, column: str, wrong: list[Wrong], *, today: date) -> Day | None:
    """None where nothing stands there, or no day of the past, which goes to `wrong`."""
    text = line.cells.get(column, "")
    if not text:
        return None
    day = read_day(text)
    if day is None:
        wrong.append(_wrong(line, kind, column, _BAD_DAY))
    elif day.day > today:
        wrong.append(_wrong(line, kind, column, "오늘보다 뒤의 날짜입니다."))
    elif day.day < EARLIEST:
        wrong.append(_wrong(line, kind, column, "1990년보다 앞의 날짜입니다. 고치거나 비워 두세요."))
    else:
        return day
    return None


def _consent(line: Line, medium: str, wrong: list[Wrong], *, today: date) -> datetime | None:
    """Return when they agreed. None if they did not, or so long ago that it does not count any more."""
    text = line.cells.get(medium, "")
    if text.lower() in NO:
        return None
    day = _optional_day(line, "member", medium, wrong, today=today)
    if day is None or today - day.day > CONSENT_LASTS:
        return None
    return day.begin


def _address(text: str) -> str | None:
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError:
        return None


def _contents(line: Line) -> bytes:
    return hashlib.sha256(json.dumps(line.cells, sort_keys=True).encode()).digest()
