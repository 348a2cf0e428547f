"""A sign-up whose answer never arrived, and the same form sent again."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.members import SIGN_UP_FORM
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.verifications import MAIL, a_verified, both_on, problem_of


async def sign_up(client: Client, **changed: Any) -> httpx.Response:
    return await client.post("/api/v1/user/sign-up", json=SIGN_UP_FORM | changed)


async def count_members(conn: Connection) -> int:
    return await fetch_one(conn, int, "SELECT count(*) FROM members")


async def test_the_same_form_again_is_the_same_sign_up(client: Client, conn: Connection) -> None:
    first, again = await sign_up(client), await sign_up(client)

    assert (again.status_code, again.json()) == (first.status_code, first.json()) == (201, first.json())
    assert await count_members(conn) == 1


async def test_its_verification_may_be_spent_by_then(client: Client, conn: Connection) -> None:
    await both_on(conn)
    verification = await a_verified(client, conn, MAIL)
    form = {"authType": "mail", "phoneVerificationId": verification}
    await sign_up(client, **form)

    again = await sign_up(client, **form)

    assert again.status_code == 201
    assert await count_members(conn) == 1


async def test_the_same_form_at_once_makes_one_member(shop: Shop) -> None:
    answers = await asyncio.gather(*(sign_up(shop.client) for _ in range(3)))

    assert [answer.status_code for answer in answers] == [201] * 3
    async with shop.db.connection() as conn:
        assert await count_members(conn) == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"mberPw": "battery-staple-73"},
        {"mberNm": "임꺽정"},
        {"email": "x@example.com"},
        {"phone": "01099998888"},
    ],
)
async def test_another_person_or_password_finds_the_id_taken(client: Client, changed: dict[str, str]) -> None:
    await sign_up(client)

    assert problem_of(await sign_up(client, **changed)) == (422, "taken")


async def test_an_hour_later_the_id_is_taken(client: Client, conn: Connection) -> None:
    await sign_up(client)
    await execute(conn, "UPDATE members SET joined_at = now() - interval '61 minutes'")

    assert problem_of(await sign_up(client)) == (422, "taken")


async def test_nobody_guesses_a_new_members_password_by_signing_up(client: Client) -> None:
    await sign_up(client)
    guesses = [await sign_up(client, mberPw=f"battery-staple-{number}") for number in range(5)]

    locked = await sign_up(client)

    assert {problem_of(answer) for answer in guesses} == {(422, "taken")}
    assert problem_of(locked) == (429, "login_locked")
