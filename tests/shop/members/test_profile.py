"""What members see and change of themselves."""

import json
from typing import Any
from uuid import uuid4

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.queries import mark_email_proven
from tests.shop.builders.members import (
    PASSWORD,
    a_session,
    an_account,
    change,
    profile,
    reads_mail,
    refusal,
)
from tests.shop.builders.messages import outbox
from tests.shop.builders.shops import Client

NEW_PASSWORD = "battery-staple-7"


async def a_verification(conn: Connection, channel: str, target: str, purpose: str = "change") -> str:
    """One that was confirmed just now."""
    verification = uuid4()
    await execute(
        conn,
        """
        INSERT INTO verifications (id, channel, purpose, target, network, expires_at, verified_at, valid_until)
        VALUES (%(id)s, %(channel)s, %(purpose)s, %(target)s, '127.0.0.1', now() + interval '3 minutes', now(),
                now() + interval '30 minutes')
        """,
        id=verification,
        channel=channel,
        target=target,
        purpose=purpose,
    )
    return str(verification)


async def test_a_member_sees_their_own_data(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    seen = await profile(client, account)

    assert seen.pop("joinedAt")
    assert seen == {
        "mberId": "hongkildong",
        "mberNm": "홍길동",
        "email": "hong@example.com",
        "phone": "01012345678",
        "smsRcvYn": "N",
        "mailRcvYn": "N",
        "smsChangedAt": None,
        "mailChangedAt": None,
    }


async def test_a_name_is_changed_as_a_sign_up_would_take_it(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    answer = await change(client, account, "name", mberNm="  임꺽정 ", currentPw=PASSWORD)
    await change(client, account, "name", mberNm="임꺽정", currentPw=PASSWORD)

    assert (answer.status_code, answer.json()["data"]["mberNm"]) == (200, "임꺽정")
    [mail] = await outbox(conn)
    assert mail.recipient == "hong@example.com"
    assert "홍길동 님" in mail.body
    assert "새 이름: 임*정" in mail.body


@pytest.mark.parametrize(
    "name", ["Mary-Jane O’Brien", "José Núñez", "金哲洙", "Maximilian Alexander Hofmann"]
)
async def test_a_name_of_any_script_is_kept(client: Client, conn: Connection, name: str) -> None:
    account = await an_account(conn)

    answer = await change(client, account, "name", mberNm=name, currentPw=PASSWORD)

    assert (answer.status_code, answer.json()["data"]["mberNm"]) == (200, name)


async def test_a_session_alone_does_not_change_the_name(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    refused = await change(client, account, "name", mberNm="임꺽정", currentPw="wrong")

    assert refusal(refused) == (422, "currentPw", "wrong_password")
    assert (await profile(client, account))["mberNm"] == "홍길동"


@pytest.mark.parametrize(
    ("what", "body", "field"),
    [
        pytest.param("name", {"mberNm": "홍", "currentPw": PASSWORD}, "mberNm", id="a name too short"),
        pytest.param("name", {"mberNm": "홍\x00길동", "currentPw": PASSWORD}, "mberNm", id="NUL"),
        pytest.param(
            "name", {"mberNm": "\ud800홍길동", "currentPw": PASSWORD}, "mberNm", id="half a character"
        ),
        pytest.param("email", {"email": "no address", "currentPw": PASSWORD}, "email", id="no address"),
        pytest.param("email", {"email": "홍@example.com", "currentPw": PASSWORD}, "email", id="no ASCII"),
        pytest.param("phone", {"phone": "02-123-4567", "currentPw": PASSWORD}, "phone", id="no mobile"),
        pytest.param("password", {"currentPw": PASSWORD, "mberPw": "short1"}, "mberPw", id="a weak password"),
        pytest.param(
            "password", {"currentPw": PASSWORD, "mberPw": "hongkildong-77"}, "mberPw", id="the id in it"
        ),
    ],
)
async def test_values_that_a_sign_up_refuses_are_refused_here(
    client: Client, conn: Connection, what: str, body: dict[str, Any], field: str
) -> None:
    account = await an_account(conn)
    before = await profile(client, account)

    answer = await client.put(
        f"/api/v1/member/{what}",
        content=json.dumps(body),
        headers=account.headers | {"Content-Type": "application/json"},
    )

    assert answer.status_code in {400, 422}, answer.text
    if answer.status_code == 422:
        assert refusal(answer)[:2] == (422, field)
    assert await profile(client, account) == before
    assert await outbox(conn) == []


async def test_a_new_email_is_announced_to_both_addresses_and_masked_to_the_old_one(
    client: Client, conn: Connection
) -> None:
    account = await an_account(conn)

    answer = await change(client, account, "email", email="kildong@naver.com", currentPw=PASSWORD)

    assert (answer.status_code, answer.json()["data"]["email"]) == (200, "kildong@naver.com")
    sent = await outbox(conn)
    assert [mail.recipient for mail in sent] == ["hong@example.com", "kildong@naver.com"]
    assert "ki******@naver.com" in sent[0].body
    assert "kildong@" not in sent[0].body + sent[0].subject
    assert "홍길동" not in sent[0].subject


async def test_setting_the_same_email_again_sends_nothing(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    answer = await change(client, account, "email", email=" hong@example.com", currentPw=PASSWORD)

    assert answer.status_code == 200
    assert await outbox(conn) == []


async def test_a_new_phone_is_announced_by_mail(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    answer = await change(client, account, "phone", phone="010-9876-5432", currentPw=PASSWORD)

    assert (answer.status_code, answer.json()["data"]["phone"]) == (200, "01098765432")
    [mail] = await outbox(conn)
    assert (mail.channel, mail.recipient) == ("mail", "hong@example.com")
    assert "010-****-5432" in mail.body
    assert "9876" not in mail.body


@pytest.mark.parametrize(
    ("what", "flag", "channel", "field", "wanted", "target"),
    [
        ("email", "mail_verification", "mail", "email", "kildong@naver.com", "kildong@naver.com"),
        ("phone", "phone_verification", "phone", "phone", "010-9876-5432", "01098765432"),
    ],
)
async def test_where_the_shop_verifies_a_new_phone_or_email_needs_a_verification_once(
    client: Client, conn: Connection, what: str, flag: str, channel: str, field: str, wanted: str, target: str
) -> None:
    await conn.execute(f"UPDATE site_config SET {flag} = true".encode())
    account = await an_account(conn)
    other = {"email": "other@naver.com", "phone": "01011112222"}[what]

    async def ask(verification: str | None) -> tuple[int, str, str] | int:
        body = {field: wanted, "currentPw": PASSWORD, "verificationId": verification}
        answer = await change(client, account, what, **body)
        return 200 if answer.status_code == 200 else refusal(answer)

    assert await ask(None) == (422, "verificationId", "verification_required")
    assert await ask("\x00") == (422, "verificationId", "verification_required")
    signed_up = await a_verification(conn, channel, target, purpose="sign-up")
    assert await ask(signed_up) == (422, "verificationId", "verification_required")
    elsewhere = await a_verification(conn, channel, other)
    assert await ask(elsewhere) == (422, "verificationId", "verification_mismatch")
    assert (await profile(client, account))[field] in {"hong@example.com", "01012345678"}
    fitting = await a_verification(conn, channel, target)
    assert await ask(fitting) == 200
    assert await reads_mail(conn, account.member) is (what == "email")
    back = {field: {"email": "hong@example.com", "phone": "01012345678"}[what]}
    again = await change(client, account, what, **back, currentPw=PASSWORD, verificationId=fitting)
    assert refusal(again) == (422, "verificationId", "verification_required")


@pytest.mark.parametrize(
    ("email", "reads"),
    [
        pytest.param("kildong@naver.com", False, id="another"),
        pytest.param("Hong@Example.com", True, id="in other letters"),
    ],
)
async def test_an_address_that_nobody_has_verified_is_not_proven(
    client: Client, conn: Connection, email: str, reads: bool
) -> None:
    account = await an_account(conn)
    await mark_email_proven(conn, account.member)

    answer = await change(client, account, "email", email=email, currentPw=PASSWORD)

    assert answer.status_code == 200
    assert await reads_mail(conn, account.member) is reads


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("email", {"email": "kildong@naver.com"}),
        ("phone", {"phone": "01098765432"}),
        ("password", {"mberPw": NEW_PASSWORD}),
    ],
)
async def test_without_the_password_nothing_changes(
    client: Client, conn: Connection, what: str, body: dict[str, str]
) -> None:
    account = await an_account(conn)
    before = await fetch_one(conn, str, "SELECT md5(m::text) FROM members m")

    answer = await change(client, account, what, **body, currentPw="another-horse-42")

    assert refusal(answer) == (422, "currentPw", "wrong_password")
    assert await fetch_one(conn, str, "SELECT md5(m::text) FROM members m") == before
    assert await outbox(conn) == []


async def test_a_new_password_replaces_the_old_one_and_the_member_is_mailed(
    client: Client, conn: Connection
) -> None:
    account = await an_account(conn)

    answer = await change(client, account, "password", currentPw=PASSWORD, mberPw=NEW_PASSWORD)

    assert answer.status_code == 200, answer.text
    old = await client.post("/api/login", json={"mberId": account.login_id, "mberPw": PASSWORD})
    new = await client.post("/api/login", json={"mberId": account.login_id, "mberPw": NEW_PASSWORD})
    assert (old.status_code, new.status_code) == (401, 200)
    [mail] = await outbox(conn)
    assert (mail.recipient, mail.subject) == ("hong@example.com", "[이음] 비밀번호가 변경되었습니다")


async def test_a_new_password_ends_the_other_sessions_and_not_this_one(
    client: Client, conn: Connection
) -> None:
    account = await an_account(conn)
    other = await a_session(conn, account.member)

    await change(client, account, "password", currentPw=PASSWORD, mberPw=NEW_PASSWORD)

    assert (await client.get("/api/v1/member", headers=other.headers)).status_code == 401
    assert (await client.get("/api/v1/member", headers=account.headers)).status_code == 200
    assert await fetch_all(conn, str, "SELECT end_reason FROM login_sessions WHERE ended_at IS NOT NULL") == [
        "revoked"
    ]


async def test_the_new_password_must_differ_from_the_old_one(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    answer = await change(client, account, "password", currentPw=PASSWORD, mberPw=PASSWORD)

    assert refusal(answer) == (422, "mberPw", "unchanged")


async def test_every_change_is_a_message_of_its_own(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    await change(client, account, "phone", phone="01011112222", currentPw=PASSWORD)
    await change(client, account, "phone", phone="01012345678", currentPw=PASSWORD)
    await change(client, account, "phone", phone="01011112222", currentPw=PASSWORD)

    assert len(await outbox(conn)) == 3


@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("name", ({"mberNm": "김하나"}, {"mberNm": "김둘"})),
        ("email", ({"email": "stranger@example.com"}, {"email": "own@example.com"})),
        ("phone", ({"phone": "010-8765-4321"}, {"phone": "010-8765-4322"})),
    ],
)
async def test_a_member_changes_each_of_their_data_five_times_a_day(
    client: Client, conn: Connection, what: str, values: tuple[dict[str, str], dict[str, str]]
) -> None:
    """Each change is mailed, also to an address that may be a stranger's."""
    account = await an_account(conn)
    answers = [
        await change(client, account, what, currentPw=PASSWORD, **values[number % 2]) for number in range(6)
    ]
    mailed = await fetch_one(conn, int, "SELECT count(*) FROM messages")
    unchanged = await change(client, account, what, currentPw=PASSWORD, **values[0])
    await execute(conn, "UPDATE messages SET created_at = created_at - interval '1 day'")
    tomorrow = await change(client, account, what, currentPw=PASSWORD, **values[1])

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].json()["code"] == "too_many_changes"
    assert 23 * 3600 < int(answers[-1].headers["retry-after"]) <= 24 * 3600
    assert mailed == (10 if what == "email" else 5)
    assert (unchanged.status_code, tomorrow.status_code) == (200, 200)


async def test_a_password_is_changed_five_times_a_day(client: Client, conn: Connection) -> None:
    """Each change is mailed, too; whoever needs a sixth one has the reset."""
    account = await an_account(conn)
    both = (PASSWORD, NEW_PASSWORD)

    answers = [
        await change(client, account, "password", currentPw=both[number % 2], mberPw=both[1 - number % 2])
        for number in range(6)
    ]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].json()["code"] == "too_many_changes"
