"""Attacks on recovery: strangers who try to use up what a member may ask for, or to fill the member's mailbox."""

from collections import Counter
from datetime import timedelta

import httpx
import pytest

from ieum.shop.kernel.db import execute
from ieum.shop.members.types import MemberId
from tests.shop.builders.clients import a_client
from tests.shop.builders.members import a_member, a_session
from tests.shop.builders.shops import Shop
from tests.shop.builders.verifications import let_verifications_age, problem_of
from tests.shop.builders.worker import run_jobs

FIND, RESET = "/api/v1/user/find-id", "/api/v1/user/reset-password"
NAME, EMAIL = "홍길동", "hong@example.com"
HOME, CAFE = "203.0.113.7", "203.0.113.8"


@pytest.fixture
async def member(shop: Shop) -> MemberId:
    async with shop.db.transaction() as conn:
        return await a_member(conn, login_id="hongkildong")


async def ask(shop: Shop, address: str, name: str = NAME, path: str = FIND) -> httpx.Response:
    """Ask from this address, and let a minute pass."""
    body = {"mberNm": name, "email": EMAIL} | ({"mberId": "hongkildong"} if path == RESET else {})
    async with a_client(shop.app, address=address) as client:
        answer = await client.post(path, json=body)
    async with shop.db.transaction() as conn:
        await let_verifications_age(conn, timedelta(seconds=61))
    return answer


async def codes_mailed(shop: Shop) -> int:
    return sum("인증번호" in mail.body for mail in (await run_jobs(shop)).delivered)


@pytest.mark.usefixtures("member")
async def test_ten_requests_with_a_wrong_name_do_not_end_the_owners_recovery(shop: Shop) -> None:
    strangers = [await ask(shop, CAFE, name="김길동") for _ in range(11)]
    await run_jobs(shop)

    found = await ask(shop, HOME)
    reset = await ask(shop, HOME, path=RESET)

    assert Counter(answer.status_code for answer in strangers) == {200: 10, 429: 1}
    assert problem_of(strangers[-1]) == (429, "too_many_codes")
    assert (found.status_code, reset.status_code) == (200, 200)
    assert await codes_mailed(shop) == 2


@pytest.mark.usefixtures("member")
async def test_codes_for_a_sign_up_with_this_address_do_not_end_the_owners_recovery(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET mail_verification = true")
    for _ in range(10):
        async with a_client(shop.app, address=CAFE) as client:
            await client.post(
                "/api/v1/verifications", json={"channel": "mail", "target": EMAIL, "purpose": "sign-up"}
            )
        async with shop.db.transaction() as conn:
            await let_verifications_age(conn, timedelta(seconds=61))

    assert (await ask(shop, HOME)).status_code == 200


@pytest.mark.usefixtures("member")
async def test_a_mailbox_gets_ten_codes_a_day_however_many_networks_ask(shop: Shop) -> None:
    statuses, mailed = set[int](), 0
    for number in range(12):
        statuses.add((await ask(shop, f"198.51.100.{number}")).status_code)
        mailed += await codes_mailed(shop)

    assert statuses == {200}
    assert mailed == 10


async def test_the_owner_is_mailed_at_home_whatever_strangers_have_used_up(
    shop: Shop, member: MemberId
) -> None:
    async with shop.db.transaction() as conn:
        session = await a_session(conn, member)
        await execute(
            conn, "UPDATE login_sessions SET ip_address = %(at)s WHERE id = %(id)s", at=HOME, id=session.id
        )
    for number in range(12):
        await ask(shop, f"198.51.100.{number}")
        await run_jobs(shop)

    answer = await ask(shop, HOME, path=RESET)

    assert answer.status_code == 200
    assert await codes_mailed(shop) == 1


@pytest.mark.usefixtures("member")
async def test_who_asks_too_often_is_told_so_whether_or_not_there_is_such_a_member(shop: Shop) -> None:
    """Else the eleventh answer would tell a stranger who is a member."""
    statuses: list[list[int]] = []
    for address, name in ((HOME, NAME), (CAFE, "김길동")):
        statuses.append([(await ask(shop, address, name=name)).status_code for _ in range(11)])
        await run_jobs(shop)

    assert statuses[0] == statuses[1]
