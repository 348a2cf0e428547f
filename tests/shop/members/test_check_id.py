"""중복확인: whether a new member may have an id."""

import asyncio

import httpx
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.clients import a_client
from tests.shop.builders.members import a_member
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.time_passing import within_a_minute
from tests.shop.builders.verifications import problem_of

PATH = "/api/v1/user/check-id"


@pytest.mark.parametrize(
    ("login_id", "available", "detail"),
    [
        ("kimkildong", True, "사용할 수 있는 아이디입니다."),
        ("hongkildong", False, "이미 사용 중인 아이디입니다."),
        ("administrator", False, "사용할 수 없는 아이디입니다. 다른 아이디를 입력해 주세요."),
        ("Hong", False, "아이디는 영문 소문자로"),
        ("", False, "아이디는 영문 소문자로"),
        ("\x00", False, "아이디는 영문 소문자로"),
        ("홍길동홍길동", False, "아이디는 영문 소문자로"),
    ],
)
async def test_an_id_is_free_or_the_reason_is_given(
    client: Client, conn: Connection, login_id: str, available: bool, detail: str
) -> None:
    await a_member(conn, login_id="hongkildong")

    answer = await client.post(PATH, json={"mberId": login_id})

    assert (answer.status_code, answer.json()["data"]["available"]) == (200, available)
    assert answer.json()["data"]["detail"].startswith(detail)


@pytest.mark.usefixtures("client")
async def test_one_network_may_ask_thirty_times_a_minute(app: Litestar, conn: Connection) -> None:
    async with (
        a_client(app, address="2001:db8::1") as one,
        a_client(app, address="2001:db8:0:9::2") as neighbour,
    ):

        async def ask() -> list[httpx.Response]:
            return [await by.post(PATH, json={"mberId": "kimkildong"}) for by in [one] * 30 + [neighbour]]

        *answered, refused = await within_a_minute(conn, ask)
        await execute(conn, "UPDATE request_counts SET since = since - interval '1 minute'")
        a_minute_later = await neighbour.post(PATH, json={"mberId": "kimkildong"})

    assert {answer.status_code for answer in answered} == {200}
    assert problem_of(refused) == (429, "too_many_requests")
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert a_minute_later.status_code == 200


async def test_requests_at_once_are_all_counted(shop: Shop) -> None:
    answers = await asyncio.gather(
        *(shop.client.post(PATH, json={"mberId": "kimkildong"}) for _ in range(45))
    )

    # Where a minute ends in between, each of the two has its own thirty.
    assert {answer.status_code for answer in answers} <= {200, 429}
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT sum(count) FROM request_counts") == 45
