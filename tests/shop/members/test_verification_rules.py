"""How often a code may be asked for, and who is old enough."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest

from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.members.verification import codes
from ieum.shop.members.verification.refusals import CodeResendTooSoon, TooManyCodes
from ieum.shop.members.verification.rules import channel_needed, check_limits, is_old_enough
from ieum.shop.members.verification.types import Recent
from tests.shop.builders.secrets import KEY

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def every(gap: timedelta, count: int, *, first: timedelta) -> list[datetime]:
    """Newest first, the newest `first` ago."""
    return [NOW - first - gap * n for n in range(count)]


@pytest.mark.parametrize(
    ("of_target", "of_network", "error", "seconds"),
    [
        pytest.param([], [], None, 0, id="nobody asked"),
        pytest.param(
            every(timedelta(), 1, first=timedelta(seconds=59.5)), [], CodeResendTooSoon, 1, id="too soon"
        ),
        pytest.param(every(timedelta(), 1, first=timedelta(seconds=60)), [], None, 0, id="soon enough"),
        pytest.param(every(timedelta(hours=1), 9, first=timedelta(hours=1)), [], None, 0, id="nine today"),
        pytest.param(
            every(timedelta(hours=1), 10, first=timedelta(hours=1)),
            [],
            TooManyCodes,
            14 * 3600,
            id="ten today",
        ),
        pytest.param(
            every(timedelta(hours=2), 10, first=timedelta(hours=6)), [], None, 0, id="ten since yesterday"
        ),
        pytest.param(
            every(timedelta(), 10, first=timedelta(seconds=5)),
            [],
            TooManyCodes,
            86_395,
            id="both: the longer wait",
        ),
        pytest.param(
            [], every(timedelta(minutes=1), 29, first=timedelta(0)), None, 0, id="29 within the hour"
        ),
        pytest.param(
            [],
            every(timedelta(minutes=1), 30, first=timedelta(0)),
            TooManyCodes,
            31 * 60,
            id="30 within the hour",
        ),
        pytest.param(
            [],
            every(timedelta(minutes=14), 100, first=timedelta(0)),
            TooManyCodes,
            54 * 60,
            id="100 within the day",
        ),
    ],
)
def test_how_often_a_code_may_be_sent(
    of_target: list[datetime],
    of_network: list[datetime],
    error: type[CodeResendTooSoon | TooManyCodes] | None,
    seconds: int,
) -> None:
    recent = Recent(NOW, of_target, of_target, of_target, of_network)
    if error is None:
        check_limits(recent)
        return

    with pytest.raises(error) as refused:
        check_limits(recent)

    assert refused.value.retry_after == seconds


@pytest.mark.parametrize(
    ("auth_type", "phone", "mail", "needed"),
    [
        (None, False, False, None),
        ("fax", False, False, None),
        ("phone", True, False, "phone"),
        ("identity", True, False, "phone"),
        ("mail", False, True, "mail"),
        ("identity", True, True, "phone"),
        ("mail", True, True, "mail"),
        ("mail", True, False, "refused"),
        ("identity", False, True, "refused"),
        (None, True, True, "refused"),
        ("", True, False, "refused"),
    ],
)
def test_a_sign_up_brings_the_proof_that_the_shop_asks_for(
    auth_type: str | None, phone: bool, mail: bool, needed: str | None
) -> None:
    if needed == "refused":
        with pytest.raises(InvalidFields):
            channel_needed(auth_type, phone=phone, mail=mail)
    else:
        assert channel_needed(auth_type, phone=phone, mail=mail) == needed


def test_the_hash_of_a_code_depends_on_its_row_and_our_key() -> None:
    row, code = uuid4(), codes.new_code()
    kept = codes.hash_code(code, row, key=KEY)

    assert codes.matches(code, kept, row, key=KEY)
    assert not codes.matches(code, kept, uuid4(), key=KEY)
    assert not codes.matches(code, kept, row, key=KEY + "x")
    assert not codes.matches(code, None, row, key=KEY)


def test_codes_have_six_digits_and_begin_with_any() -> None:
    made = {codes.new_code() for _ in range(2_000)}

    assert all(len(code) == 6 and code.isdecimal() for code in made)
    assert {code[0] for code in made} == set("0123456789")


@pytest.mark.parametrize(
    ("born", "today", "enough"),
    [
        ("2012-11-21", "2026-11-20", False),
        ("2012-11-21", "2026-11-21", True),
        ("2012-02-29", "2026-02-28", False),
        ("2012-02-29", "2026-03-01", True),
        ("1950-01-01", "2026-01-01", True),
        ("2026-01-01", "2026-01-01", False),
    ],
)
def test_a_person_is_old_enough_from_the_fourteenth_birthday_on(born: str, today: str, enough: bool) -> None:
    assert is_old_enough(date.fromisoformat(born), today=date.fromisoformat(today)) is enough
