"""Joining where the shop asks for a verified number or address."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.types import MemberId
from tests.shop.builders.members import SIGN_UP_FORM, reads_mail
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.verifications import MAIL, PHONE, a_verified, both_on, problem_of


async def asks_for(conn: Connection, *, phone: bool, mail: bool) -> None:
    await execute(
        conn,
        "UPDATE site_config SET phone_verification = %(phone)s, mail_verification = %(mail)s",
        phone=phone,
        mail=mail,
    )


async def sign_up(client: Client, **changed: Any) -> httpx.Response:
    return await client.post("/api/v1/user/sign-up", json=SIGN_UP_FORM | changed)


@pytest.mark.parametrize(
    ("phone", "mail", "proof", "auth_type"),
    [
        pytest.param(True, False, PHONE, "phone", id="a phone where a phone is asked for"),
        pytest.param(False, True, MAIL, "mail", id="an address where an address is asked for"),
        pytest.param(True, True, PHONE, "phone", id="a phone where the visitor may choose"),
        pytest.param(True, True, MAIL, "mail", id="an address where the visitor may choose"),
    ],
)
async def test_a_visitor_joins_with_a_verified_number_or_address(
    client: Client, conn: Connection, phone: bool, mail: bool, proof: str, auth_type: str
) -> None:
    await asks_for(conn, phone=phone, mail=mail)
    verification = await a_verified(client, conn, proof)

    answer = await sign_up(client, authType=auth_type, phoneVerificationId=verification)

    assert answer.status_code == 201, answer.text
    spent = "SELECT count(*) FROM verifications WHERE spent_at IS NOT NULL"
    assert await fetch_one(conn, int, spent) == 1
    assert await reads_mail(conn, await fetch_one(conn, MemberId, "SELECT id FROM members")) is (
        proof == MAIL
    )


@pytest.mark.parametrize("nothing", [None, ""])
async def test_a_visitor_joins_without_verification_where_none_is_asked_for(
    client: Client, nothing: str | None
) -> None:
    answer = await sign_up(client, authType=nothing, phoneVerificationId=nothing)

    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    ("phone", "mail", "proof", "changed", "code"),
    [
        pytest.param(True, False, PHONE, {"phoneVerificationId": None}, "verification_required", id="none"),
        pytest.param(True, False, PHONE, {"phoneVerificationId": "x"}, "verification_required", id="no id"),
        pytest.param(True, False, PHONE, {"authType": None}, "verification_required", id="no way chosen"),
        pytest.param(True, False, PHONE, {"authType": "fax"}, "verification_required", id="no such way"),
        pytest.param(True, True, PHONE, {"authType": "mail"}, "verification_mismatch", id="the other way"),
        pytest.param(
            True, False, PHONE, {"phone": "010-9999-8888"}, "verification_mismatch", id="another number"
        ),
        pytest.param(
            False, True, MAIL, {"email": "kim@example.com"}, "verification_mismatch", id="another address"
        ),
    ],
)
async def test_a_sign_up_without_the_required_verification_is_refused(
    client: Client,
    conn: Connection,
    phone: bool,
    mail: bool,
    proof: str,
    changed: dict[str, Any],
    code: str,
) -> None:
    await asks_for(conn, phone=phone, mail=mail)
    proven = {
        "phoneVerificationId": await a_verified(client, conn, proof),
        "authType": "mail" if proof == MAIL else "phone",
    }

    answer = await sign_up(client, **(proven | changed))

    assert problem_of(answer) == (422, code)
    assert answer.json()["fields"][0]["name"] == "phoneVerificationId"
    assert await fetch_one(conn, int, "SELECT count(*) FROM members") == 0


async def test_a_verified_phone_is_not_enough_where_an_address_is_asked_for(
    client: Client, conn: Connection
) -> None:
    await both_on(conn)
    verification = await a_verified(client, conn, PHONE)
    await asks_for(conn, phone=False, mail=True)

    answer = await sign_up(client, authType="phone", phoneVerificationId=verification)

    assert problem_of(answer) == (422, "verification_required")


async def test_a_sign_up_that_fails_leaves_the_verification_for_the_next_try(
    client: Client, conn: Connection
) -> None:
    await both_on(conn)
    verification = await a_verified(client, conn)
    proven = {"authType": "phone", "phoneVerificationId": verification}
    await conn.execute(
        "INSERT INTO members (login_id, password_hash, name, email, phone)"
        " VALUES ('hongkildong', '-', '홍길동', 'other@example.com', '01011112222')"
    )

    taken = await sign_up(client, **proven)
    another = await sign_up(client, **proven, mberId="hongkildong2")

    assert problem_of(taken) == (422, "taken")
    assert another.status_code == 201, another.text


async def test_one_verification_makes_one_member_however_many_try_at_once(shop: Shop) -> None:
    async with shop.db.connection() as conn:
        await both_on(conn)
        verification = await a_verified(shop.client, conn)

    answers = await asyncio.gather(
        *(
            sign_up(shop.client, authType="phone", phoneVerificationId=verification, mberId=f"hongkildong{n}")
            for n in range(4)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422]


async def test_a_shop_that_cannot_send_codes_says_so(
    client: Client, app: Litestar, conn: Connection, settings: Settings
) -> None:
    await asks_for(conn, phone=True, mail=False)
    app.state.settings = msgspec.structs.replace(settings, sms=None, identity=None)

    answer = await sign_up(client)

    assert problem_of(answer) == (409, "verification_unavailable")
