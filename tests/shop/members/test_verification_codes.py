"""Codes to phones and mail addresses, over HTTP: what they prove, how often, and for how long."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.verification import jobs, service
from tests.shop.builders.members import a_member
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.verifications import (
    MAIL,
    PHONE,
    a_code,
    another,
    ask,
    both_on,
    confirm,
    let_verifications_age,
    problem_of,
)
from tests.shop.builders.worker import context_of


@pytest.fixture(autouse=True)
async def asks_for_both(conn: Connection) -> None:
    await both_on(conn)


class Row(msgspec.Struct):
    tries: int
    code_hash: bytes | None
    verified: bool


async def rows(conn: Connection) -> list[Row]:
    return await fetch_all(
        conn, Row, "SELECT tries, code_hash, verified_at IS NOT NULL AS verified FROM verifications"
    )


@pytest.mark.parametrize(
    ("target", "channel", "recipient", "text"),
    [
        (PHONE, "sms", "01012345678", r"\[이음\] 인증번호는 [0-9]{6}입니다\. \(3분 이내 입력\)"),
        (MAIL, "mail", MAIL, r"인증번호를 3분 이내에 입력해 주세요\.\n\n인증번호: [0-9]{6}\n(.|\n)*"),
    ],
)
async def test_a_code_is_sent_to_the_number_or_address_that_was_given(
    client: Client, conn: Connection, target: str, channel: str, recipient: str, text: str
) -> None:
    answer = await ask(client, target)

    assert answer.status_code == 201
    data = answer.json()["data"]
    expires, resend = datetime.fromisoformat(data["expiresAt"]), datetime.fromisoformat(data["resendAt"])
    assert expires - resend == timedelta(minutes=2)
    [message] = await fetch_all(
        conn, dict[str, Any], "SELECT to_jsonb(m) FROM messages m WHERE code_until = %(until)s", until=expires
    )
    assert (message["channel"], message["recipient"]) == (channel, recipient)
    assert re.fullmatch(text, message["body"])


async def test_the_right_code_proves_the_number(client: Client, conn: Connection) -> None:
    verification, code = await a_code(client, conn)

    answer = await confirm(client, verification, code)

    assert (answer.status_code, answer.json()["data"]["id"]) == (200, verification)
    await service.spend(conn, verification, channel="phone", target="01012345678", purpose="sign-up")


async def test_a_code_is_stored_only_as_a_keyed_hash(client: Client, conn: Connection) -> None:
    verification, code = await a_code(client, conn)

    kept = await fetch_one(
        conn, str, "SELECT to_jsonb(v)::text FROM verifications v WHERE id = %(id)s", id=verification
    )

    assert code not in kept.replace(verification, "")
    [row] = await fetch_all(
        conn, Row, "SELECT tries, code_hash, verified_at IS NOT NULL AS verified FROM verifications"
    )
    assert row.code_hash is not None
    assert len(row.code_hash) == 32


async def test_five_wrong_codes_end_a_verification_and_each_answer_tells_how_many_are_left(
    client: Client, conn: Connection
) -> None:
    verification, code = await a_code(client, conn)

    answers = [await confirm(client, verification, another(code)) for _ in range(5)]
    after = await confirm(client, verification, code)

    assert [problem_of(answer) for answer in answers] == [(422, "code_wrong")] * 5
    assert "4번 더" in answers[0].json()["detail"]
    assert "다시 받아" in answers[4].json()["detail"]
    assert problem_of(after) == (409, "code_used_up")


async def test_a_code_works_once(client: Client, conn: Connection) -> None:
    verification, code = await a_code(client, conn)
    await confirm(client, verification, code)

    assert problem_of(await confirm(client, verification, code)) == (409, "code_used_up")


async def test_a_code_lasts_three_minutes(client: Client, conn: Connection) -> None:
    verification, code = await a_code(client, conn)
    await let_verifications_age(conn, timedelta(minutes=3))

    assert problem_of(await confirm(client, verification, code)) == (409, "code_expired")


async def test_an_unknown_verification_is_answered_like_an_expired_one(client: Client) -> None:
    assert problem_of(await confirm(client, str(uuid4()), "123456")) == (409, "code_expired")


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a", "１２３４５６", "123456\n"])
async def test_a_malformed_code_costs_no_try(client: Client, conn: Connection, code: str) -> None:
    verification, _ = await a_code(client, conn)

    answer = await confirm(client, verification, code)

    assert answer.status_code == 422
    assert await fetch_one(conn, int, "SELECT tries FROM verifications") == 0


@pytest.mark.parametrize(
    "target", ["02-123-4567", "010-123", "hong@", "hong", "a@b", "\x00", "한글@example.com", "010\x00"]
)
async def test_an_impossible_number_or_address_is_refused(client: Client, target: str) -> None:
    answer = await ask(client, target)

    assert problem_of(answer) == (422, "invalid")
    assert answer.json()["fields"][0]["name"] == "target"


@pytest.mark.parametrize(
    ("phone", "mail", "target", "status"),
    [
        (True, False, PHONE, 201),
        (True, False, MAIL, 409),
        (False, True, PHONE, 409),
        (False, True, MAIL, 201),
        (False, False, PHONE, 409),
    ],
)
async def test_a_code_is_sent_only_where_the_shop_asks_for_that_verification(
    client: Client, conn: Connection, phone: bool, mail: bool, target: str, status: int
) -> None:
    await execute(
        conn,
        "UPDATE site_config SET phone_verification = %(phone)s, mail_verification = %(mail)s",
        phone=phone,
        mail=mail,
    )

    answer = await ask(client, target)

    assert answer.status_code == status
    assert status == 201 or answer.json()["code"] == "verification_unavailable"


async def test_the_number_of_a_member_is_answered_like_any_other(client: Client, conn: Connection) -> None:
    await a_member(conn)

    known, unknown = await ask(client, MAIL), await ask(client, "nobody@example.com")

    assert known.status_code == unknown.status_code == 201
    assert known.json()["data"].keys() == unknown.json()["data"].keys()


async def test_wrong_codes_at_once_count_every_one(asking_shop: Shop) -> None:
    async with asking_shop.db.connection() as conn:
        verification, code = await a_code(asking_shop.client, conn)

    answers = await asyncio.gather(
        *(confirm(asking_shop.client, verification, another(code)) for _ in range(12))
    )

    codes = sorted(problem_of(answer) for answer in answers)
    assert codes == [(409, "code_used_up")] * 7 + [(422, "code_wrong")] * 5


async def test_right_codes_at_once_verify_once(asking_shop: Shop) -> None:
    async with asking_shop.db.connection() as conn:
        verification, code = await a_code(asking_shop.client, conn)

    answers = await asyncio.gather(*(confirm(asking_shop.client, verification, code) for _ in range(8)))

    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


async def test_a_right_code_among_wrong_ones_verifies_once_or_comes_too_late(asking_shop: Shop) -> None:
    async with asking_shop.db.connection() as conn:
        verification, code = await a_code(asking_shop.client, conn)

    answers = await asyncio.gather(
        *(confirm(asking_shop.client, verification, code if n == 2 else another(code)) for n in range(9))
    )

    async with asking_shop.db.connection() as conn:
        [row] = await rows(conn)
    won = sum(answer.status_code == 200 for answer in answers)
    assert row.tries <= 5
    assert (won, row.verified) in {(1, True), (0, False)}


async def test_without_a_carrier_no_sms_is_promised(
    client: Client, app: Litestar, settings: Settings
) -> None:
    app.state.settings = msgspec.structs.replace(settings, sms=None)

    assert problem_of(await ask(client, PHONE)) == (409, "verification_unavailable")
    assert (await ask(client, MAIL)).status_code == 201


async def test_old_verifications_are_deleted(asking_shop: Shop) -> None:
    for path in ("find-id", "reset-password"):
        await asking_shop.client.post(
            f"/api/v1/user/{path}",
            json={"mberNm": "홍길동", "email": f"{path}@example.com"}
            | ({"mberId": "hongkildong"} if path == "reset-password" else {}),
        )
    await asking_shop.client.post("/api/v1/user/check-id", json={"mberId": "hongkildong"})
    async with asking_shop.db.transaction() as conn:
        await let_verifications_age(conn, timedelta(hours=25))
        await execute(conn, "UPDATE request_counts SET since = since - interval '25 hours'")
    kept = (await ask(asking_shop.client, MAIL)).json()["data"]["id"]

    await jobs.forget_verifications.func(context_of(asking_shop), int(datetime.now(UTC).timestamp()))

    async with asking_shop.db.connection() as conn:
        assert await fetch_all(conn, UUID, "SELECT id FROM verifications") == [UUID(kept)]
        left = "SELECT (SELECT count(*) FROM recovery_requests) + (SELECT count(*) FROM request_counts)"
        assert await fetch_one(conn, int, left) == 0
