"""Where members came from at first: remembered by their browser where the owner asks, told at their sign-up."""

from base64 import urlsafe_b64encode

import msgspec
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all
from tests.shop.builders.members import SIGN_UP_FORM
from tests.shop.builders.shops import Client

VISIT = {
    "ipAddress": "",
    "referrerUrl": "https://search.naver.com/search.naver?query=%EA%B3%A0%EC%A0%95",
    "landingUrl": "https://shop.example/?utm_campaign=spring",
    "keyword": "",
}
BROWSER = {"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/150"}
SELECT = "SELECT referrer_host || ' ' || keyword || ' ' || campaign FROM first_touches"


async def visit(client: Client, cookie: str = "", **changed: str) -> str:
    """The cookie that the browser has then."""
    answer = await client.post(
        "/api/v1/home/visit", json=VISIT | changed, headers=BROWSER | {"Cookie": cookie}
    )
    assert answer.status_code == 200, answer.text
    return answer.headers.get("set-cookie", cookie).partition(";")[0]


async def join(client: Client, cookie: str, login_id: str = "hongkildong") -> int:
    form = SIGN_UP_FORM | {"mberId": login_id}
    return (await client.post("/api/v1/user/sign-up", json=form, headers={"Cookie": cookie})).status_code


async def test_the_first_visit_is_told_at_the_sign_up_and_no_later_one(
    client: Client, conn: Connection
) -> None:
    await execute(conn, "UPDATE site_config SET first_touch_days = 30")

    cookie = await visit(client)
    cookie = await visit(
        client, cookie, referrerUrl="https://blog.example/", landingUrl="https://shop.example/"
    )
    status = await join(client, cookie)

    assert status == 201
    assert await fetch_all(conn, str, SELECT) == ["search.naver.com 고정 spring"]


async def test_no_browser_is_asked_to_remember_unless_the_owner_wants_it(
    client: Client, conn: Connection
) -> None:
    assert await visit(client) == ""

    await execute(conn, "UPDATE site_config SET first_touch_days = 30")
    cookie = await visit(client)
    await execute(conn, "UPDATE site_config SET first_touch_days = 0")
    await join(client, cookie)

    assert await fetch_all(conn, str, SELECT) == []


async def test_robots_and_direct_visits_are_not_remembered(client: Client, conn: Connection) -> None:
    await execute(conn, "UPDATE site_config SET first_touch_days = 30")

    robot = await client.post("/api/v1/home/visit", json=VISIT, headers={"User-Agent": "Googlebot/2.1"})
    direct = await visit(client, referrerUrl="", landingUrl="https://shop.example/")

    assert "set-cookie" not in robot.headers
    assert direct == ""


def written(touch: object) -> str:
    return "ieum_first=" + urlsafe_b64encode(msgspec.json.encode(touch)).decode().rstrip("=")


@pytest.mark.parametrize(
    "cookie",
    [
        "ieum_first=%%%",
        "ieum_first=" + "A" * 4000,
        written({"a": 1}),
        written(["2026-11-25T00:00:00", "a", "b", "c"]),
        written(["2020-01-01T00:00:00Z", "a", "b", "c"]),
        written(["2999-01-01T00:00:00Z", "a", "b", "c"]),
        written(["2026-11-25T00:00:00Z", "a\0", "b", "c"]),
        written(["2026-11-25T00:00:00Z", "a", "b" * 201, "c"]),
    ],
    ids=["no base64", "too long", "no list", "no zone", "long ago", "to come", "a NUL", "a long word"],
)
async def test_a_forged_cookie_is_ignored_and_keeps_nobody_out(
    client: Client, conn: Connection, cookie: str
) -> None:
    await execute(conn, "UPDATE site_config SET first_touch_days = 30")

    assert await join(client, cookie) == 201
    assert await fetch_all(conn, str, SELECT) == []
