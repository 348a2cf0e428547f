"""The cookie by which a login recognises a browser that its member has used before."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.members.security import devices
from tests.shop.builders.secrets import KEY

NOW = datetime(2026, 11, 23, tzinfo=UTC)


def test_a_browser_is_known_for_a_year_and_for_four_members() -> None:
    cookie = ""
    for number in range(5):
        cookie = devices.remember(cookie, f"login:{number}", key=KEY, now=NOW)
    a_year_later = NOW + devices.KNOWN_FOR

    known = [devices.recognise(cookie, f"login:{number}", key=KEY, now=NOW) for number in range(5)]

    assert known[0] is None
    assert len(set(known)) == 5
    assert all(len(key) <= 80 for key in known if key is not None)
    assert devices.recognise(cookie, "login:4", key=KEY, now=a_year_later) == known[4]
    assert devices.recognise(cookie, "login:4", key=KEY, now=a_year_later + timedelta(days=1)) is None
    assert devices.remember(cookie, "login:4", key=KEY, now=NOW) == cookie
    assert devices.recognise(cookie, devices.ANYBODY, key=KEY, now=a_year_later) is not None


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "x",
        ".",
        "a.b.c",
        "a" * 22 + ".20000-" + "0" * 32,
        "a" * 22 + ".\u00b2-1",
        "가" * 22 + ".1-2",
        "." * 500,
    ],
)
def test_a_forged_cookie_proves_nothing(cookie: str) -> None:
    assert devices.recognise(cookie, "login:1", key=KEY, now=NOW) is None
    assert devices.recognise(cookie, devices.ANYBODY, key=KEY, now=NOW) is None
    other_shops = devices.remember("", "login:1", key=KEY + "x", now=NOW)
    assert devices.recognise(other_shops, "login:1", key=KEY, now=NOW) is None
    remembered = devices.remember(cookie, "login:1", key=KEY, now=NOW)
    assert devices.recognise(remembered, "login:1", key=KEY, now=NOW) is not None
