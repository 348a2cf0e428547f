"""Codes to phones and mail addresses, over HTTP: what they prove, how often, and for how long."""

import asyncio
import re
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from litestar import Litestar

from ieum.shop.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.errors import InvalidFields
from ieum.shop.members.verification import jobs, service
from ieum.shop.settings import Settings
from tests.shop.builders import a_member
from tests.shop.conftest import Client, Shop
from tests.shop.test_jobs import context_of
from tests.shop.transport import a_client
from tests.shop.verifying import (
    MAIL,
    PHONE,
    a_code,
    a_verified,
    age,
    another,
    ask,
    both_on,
    confirm,
    problem_of,
)


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
        (PHONE, "sms", "01012345678", r"\[이음\] 인증번호는 [0-9]{6} 입니다\. \(3분 이내 입력\)"),
        (MAIL, "mail", MAIL, r"인증번호는 [0-9]{6} 입니다\. 3분 이내에(.|\n)*"),
    ],
)
async def test_a_code_leaves_for_whom_it_was_asked(
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


async def test_of_a_code_only_a_keyed_hash_is_kept(client: Client, conn: Connection) -> None:
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


async def test_five_wrong_codes_use_it_up_and_each_says_what_is_left(
    client: Client, conn: Connection
) -> None:
    verification, code = await a_code(client, conn)

    answers = [await confirm(client, verification, another(code)) for _ in range(5)]
    after = await confirm(client, verification, code)

    assert [problem_of(answer) for answer in answers] == [(422, "code_wrong")] * 5
    assert "4번 더" in answers[0].json()["detail"]
    assert "다시 받아" in answers[4].json()["detail"]
    assert problem_of(after) == (409, "code_used_up")


async def test_a_code_is_good_once(client: Client, conn: Connection) -> None:
    verification, code = await a_code(client, conn)
    await confirm(client, verification, code)

    assert problem_of(await confirm(client, verification, code)) == (409, "code_used_up")


async def test_a_code_is_good_for_three_minutes(client: Client, conn: Connection) -> None:
    verification, code = await a_code(client, conn)
    await age(conn, timedelta(minutes=3))

    assert problem_of(await confirm(client, verification, code)) == (409, "code_expired")


async def test_a_verification_that_never_was_is_one_whose_time_is_over(client: Client) -> None:
    assert problem_of(await confirm(client, str(uuid4()), "123456")) == (409, "code_expired")


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a", "１２３４５６", "123456\n"])
async def test_what_is_no_code_costs_no_try(client: Client, conn: Connection, code: str) -> None:
    verification, _ = await a_code(client, conn)

    answer = await confirm(client, verification, code)

    assert answer.status_code == 422
    assert await fetch_one(conn, int, "SELECT tries FROM verifications") == 0


@pytest.mark.parametrize(
    "target", ["02-123-4567", "010-123", "hong@", "hong", "a@b", "\x00", "한글@example.com", "010\x00"]
)
async def test_a_target_that_cannot_be_is_refused(client: Client, target: str) -> None:
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
async def test_only_what_the_shop_asks_for_is_sent(
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


async def test_a_member_of_the_shop_is_answered_like_anybody(client: Client, conn: Connection) -> None:
    await a_member(conn)

    known, unknown = await ask(client, MAIL), await ask(client, "nobody@example.com")

    assert known.status_code == unknown.status_code == 201
    assert known.json()["data"].keys() == unknown.json()["data"].keys()


@pytest.mark.parametrize("again", ["01012345678", "010 1234 5678", "+010-1234-5678"])
async def test_the_next_code_is_a_minute_away_however_the_number_is_written(
    client: Client, again: str
) -> None:
    await ask(client, PHONE)

    answer = await ask(client, again)

    assert problem_of(answer) == (429, "code_resend_too_soon")
    assert 0 < int(answer.headers["retry-after"]) <= 60


async def test_capitals_make_no_other_address(client: Client) -> None:
    await ask(client, MAIL)

    assert problem_of(await ask(client, MAIL.upper())) == (429, "code_resend_too_soon")


async def test_the_next_code_comes_after_a_minute(client: Client, conn: Connection) -> None:
    await ask(client)
    await age(conn, timedelta(seconds=60))

    assert (await ask(client)).status_code == 201


async def test_ten_codes_a_day_reach_one_number(client: Client, conn: Connection) -> None:
    for _ in range(10):
        assert (await ask(client)).status_code == 201
        await age(conn, timedelta(minutes=5))

    answer = await ask(client)
    await age(conn, timedelta(hours=24, minutes=-50))
    a_day_later = await ask(client)

    assert problem_of(answer) == (429, "too_many_codes")
    assert 23 * 3600 < int(answer.headers["retry-after"]) <= 24 * 3600
    assert a_day_later.status_code == 201


@pytest.mark.parametrize(
    ("first", "then", "status"),
    [
        pytest.param("203.0.113.7", "203.0.113.7", 429, id="the same address"),
        pytest.param("203.0.113.7", "203.0.113.8", 201, id="the next address"),
        pytest.param("2001:db8:1:2::1", "2001:db8:1:2:ffff::1", 429, id="the same household"),
        pytest.param("2001:db8:1:2::1", "2001:db8:1:3::1", 201, id="the household beside it"),
    ],
)
@pytest.mark.usefixtures("client")
async def test_one_network_gets_thirty_an_hour(app: Litestar, first: str, then: str, status: int) -> None:
    async with a_client(app, address=first) as one:
        for number in range(30):
            assert (await ask(one, f"010{number:08}")).status_code == 201

    async with a_client(app, address=then) as other:
        answer = await ask(other, "01099999999")

    assert answer.status_code == status


@pytest.fixture
async def committing(shop: Shop) -> Shop:
    async with shop.db.transaction() as conn:
        await both_on(conn)
    return shop


async def test_ten_requests_at_once_send_one_code_wherever_they_come_from(committing: Shop) -> None:
    async with AsyncExitStack() as callers:
        clients = [
            await callers.enter_async_context(a_client(committing.app, address=f"203.0.113.{n}"))
            for n in range(10)
        ]
        answers = await asyncio.gather(*(ask(client) for client in clients))

    assert sorted(answer.status_code for answer in answers) == [201] + [429] * 9
    async with committing.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 1


async def test_forty_numbers_at_once_from_one_address_are_thirty(committing: Shop) -> None:
    answers = await asyncio.gather(*(ask(committing.client, f"010{n:08}") for n in range(40)))

    assert sorted(answer.status_code for answer in answers) == [201] * 30 + [429] * 10


async def test_wrong_codes_at_once_count_every_one(committing: Shop) -> None:
    async with committing.db.connection() as conn:
        verification, code = await a_code(committing.client, conn)

    answers = await asyncio.gather(
        *(confirm(committing.client, verification, another(code)) for _ in range(12))
    )

    codes = sorted(problem_of(answer) for answer in answers)
    assert codes == [(409, "code_used_up")] * 7 + [(422, "code_wrong")] * 5


async def test_right_codes_at_once_win_once(committing: Shop) -> None:
    async with committing.db.connection() as conn:
        verification, code = await a_code(committing.client, conn)

    answers = await asyncio.gather(*(confirm(committing.client, verification, code) for _ in range(8)))

    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


async def test_a_right_code_among_wrong_ones_wins_once_or_comes_too_late(committing: Shop) -> None:
    async with committing.db.connection() as conn:
        verification, code = await a_code(committing.client, conn)

    answers = await asyncio.gather(
        *(confirm(committing.client, verification, code if n == 2 else another(code)) for n in range(9))
    )

    async with committing.db.connection() as conn:
        [row] = await rows(conn)
    won = sum(answer.status_code == 200 for answer in answers)
    assert row.tries <= 5
    assert (won, row.verified) in {(1, True), (0, False)}


async def test_a_verification_is_spent_by_one_of_two_at_once(committing: Shop) -> None:
    async with committing.db.connection() as conn:
        verification = await a_verified(committing.client, conn)

    async def spend() -> bool:
        try:
            async with committing.db.transaction() as conn:
                await service.spend(
                    conn, verification, channel="phone", target=PHONE, purpose="sign-up", field="x"
                )
        except InvalidFields:
            return False
        return True

    assert sorted(await asyncio.gather(*(spend() for _ in range(6)))) == [False] * 5 + [True]


async def test_what_is_rolled_back_was_not_spent(committing: Shop) -> None:
    async with committing.db.connection() as conn:
        verification = await a_verified(committing.client, conn)

    with pytest.raises(RuntimeError):
        async with committing.db.transaction() as conn:
            await service.spend(conn, verification, channel="phone", target=PHONE, purpose="sign-up")
            raise RuntimeError

    async with committing.db.transaction() as conn:
        await service.spend(conn, verification, channel="phone", target=PHONE, purpose="sign-up")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        pytest.param({"target": "01099998888"}, "verification_mismatch", id="another number"),
        pytest.param({"channel": "mail", "target": MAIL}, "verification_mismatch", id="an address"),
        pytest.param({"purpose": "change"}, "verification_required", id="for something else"),
        pytest.param({"verification_id": ""}, "verification_required", id="none"),
        pytest.param({"verification_id": "\x00"}, "verification_required", id="no id"),
        pytest.param({"verification_id": str(uuid4())}, "verification_required", id="an id of nothing"),
    ],
)
async def test_a_verification_proves_what_it_is_about_alone(
    client: Client, conn: Connection, changed: dict[str, Any], code: str
) -> None:
    usual: dict[str, Any] = {
        "verification_id": await a_verified(client, conn),
        "channel": "phone",
        "target": PHONE,
        "purpose": "sign-up",
    }

    with pytest.raises(InvalidFields) as refused:
        await service.spend(conn, **(usual | changed), field="there")

    assert refused.value.fields is not None
    assert [(field.name, field.code) for field in refused.value.fields] == [("there", code)]


async def test_a_verification_without_its_code_proves_nothing(client: Client, conn: Connection) -> None:
    verification, _ = await a_code(client, conn)

    with pytest.raises(InvalidFields):
        await service.spend(conn, verification, channel="phone", target=PHONE, purpose="sign-up")


async def test_a_verification_waits_half_an_hour_for_the_form(client: Client, conn: Connection) -> None:
    verification = await a_verified(client, conn)
    await age(conn, timedelta(minutes=31))

    with pytest.raises(InvalidFields):
        await service.spend(conn, verification, channel="phone", target=PHONE, purpose="sign-up")


async def test_where_no_sms_can_be_sent_none_is_promised(
    client: Client, app: Litestar, settings: Settings
) -> None:
    app.state.settings = msgspec.structs.replace(settings, sms=None)

    assert problem_of(await ask(client, PHONE)) == (409, "verification_unavailable")
    assert (await ask(client, MAIL)).status_code == 201


async def test_what_nobody_needs_any_more_is_forgotten(committing: Shop) -> None:
    for path in ("find-id", "reset-password"):
        await committing.client.post(
            f"/api/v1/user/{path}",
            json={"mberNm": "홍길동", "email": f"{path}@example.com"}
            | ({"mberId": "hongkildong"} if path == "reset-password" else {}),
        )
    await committing.client.post("/api/v1/user/check-id", json={"mberId": "hongkildong"})
    async with committing.db.transaction() as conn:
        await age(conn, timedelta(hours=25))
        await execute(conn, "UPDATE request_counts SET minute = minute - interval '25 hours'")
    kept = (await ask(committing.client)).json()["data"]["id"]

    await jobs.forget_verifications.func(context_of(committing), int(datetime.now(UTC).timestamp()))

    async with committing.db.connection() as conn:
        assert await fetch_all(conn, UUID, "SELECT id FROM verifications") == [UUID(kept)]
        left = "SELECT (SELECT count(*) FROM recovery_requests) + (SELECT count(*) FROM request_counts)"
        assert await fetch_one(conn, int, left) == 0
