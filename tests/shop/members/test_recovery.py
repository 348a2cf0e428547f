"""Finding a lost id and setting a lost password anew; and that nobody learns from it who is a member."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import passwords
from ieum.shop.members.recovery import jobs
from ieum.shop.members.security import jobs as security_jobs
from ieum.shop.members.types import MemberId
from ieum.shop.moving_in import inviting
from tests.shop.builders.members import PASSWORD, a_login, a_member, a_passkey, a_session, an_account, change
from tests.shop.builders.orders import required_of
from tests.shop.builders.other_shop import HONG, OtherShop
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.verifications import another, let_verifications_age, problem_of
from tests.shop.builders.worker import context_of, run_jobs

FIND, RESET = "/api/v1/user/find-id", "/api/v1/user/reset-password"
NEW = "battery-staple-73"
# Whether each member has proved to read their address.
PROVEN = "SELECT email_verified_at IS NOT NULL FROM members ORDER BY id"
MEMBER = {"mberNm": "홍길동", "email": "hong@example.com"}


class Asked(NamedTuple):
    """A request and, where a mail was sent, its code and its text."""

    verification: str
    code: str
    text: str


async def ask(shop: Shop, path: str, **changed: str) -> Asked:
    """Ask, let the worker do its part, and look into the mailbox."""
    body = MEMBER | ({"mberId": "hongkildong"} if path == RESET else {}) | changed
    answer = await shop.client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    delivered = (await run_jobs(shop)).delivered
    text = next((mail.body for mail in delivered if "인증번호" in mail.body), "")
    code = re.search(r"(?<![0-9])[0-9]{6}(?![0-9])", text)
    return Asked(answer.json()["data"]["verificationId"], code[0] if code else "", text)


async def confirm(shop: Shop, path: str, asked: Asked, code: str = "", **changed: Any) -> httpx.Response:
    body = {"verificationId": asked.verification, "code": code or asked.code}
    body |= {"mberPw": NEW} if path == RESET else {}
    return await shop.client.post(f"{path}/confirm", json=body | changed)


@pytest.fixture
async def member(shop: Shop) -> int:
    async with shop.db.transaction() as conn:
        return await a_member(conn, login_id="hongkildong")


async def password_fits(shop: Shop, password: str) -> bool:
    async with shop.db.connection() as conn:
        kept = await fetch_one(conn, str, "SELECT password_hash FROM members WHERE login_id = 'hongkildong'")
    return await passwords.verify_password(kept, password)


@pytest.mark.usefixtures("member")
async def test_a_lost_id_is_mailed_whole_and_shown_masked(shop: Shop) -> None:
    asked = await ask(shop, FIND)

    answer = await confirm(shop, FIND, asked)

    assert "hongkildong" in asked.text
    assert answer.json() == {"status": 200, "data": {"ids": ["hong****"]}}
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, bool, PROVEN) == [True]


@pytest.mark.parametrize("path", [FIND, RESET])
@pytest.mark.parametrize(
    ("kept", "typed"),
    [
        ("Sean O'Brien", "Sean O’Brien"),
        ("Sean O’Brien", "Sean O'Brien"),
        ("Sean O\u02bcBrien", "Sean O'Brien"),
        ("Mary-Jane Kim", "Mary\u2011Jane Kim"),
        ("마리아·테레사", "마리아ㆍ테레사"),
        ("Kim Minsu", "Ｋｉｍ Ｍｉｎｓｕ"),
        ("José Núñez", "Jose\u0301 Nu\u0301n\u0303ez"),
    ],
)
async def test_a_name_is_recognised_as_another_device_writes_it(
    shop: Shop, member: int, path: str, kept: str, typed: str
) -> None:
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE members SET name = %(name)s WHERE id = %(id)s", name=kept, id=member)

    asked = await ask(shop, path, mberNm=typed)

    assert asked.code


async def test_all_ids_of_one_name_and_address_are_found(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        for login_id in ("hongkildong", "gildong_work"):
            await a_member(conn, login_id=login_id)

    asked = await ask(shop, FIND, email="HONG@example.com", mberNm=" 홍길동 ")

    assert "hongkildong, gildong_work" in asked.text
    assert (await confirm(shop, FIND, asked)).json()["data"] == {"ids": ["hong****", "gild****"]}
    # One of them may be a stranger's, who has entered this name and address.
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, bool, PROVEN) == [False, False]


async def test_who_came_by_a_reset_has_used_the_link_that_was_mailed_before(
    shop: Shop, tmp_path: Path
) -> None:
    """It would set another password, past a second factor, from a mailbox that may be somebody else's by then."""
    other = OtherShop(tmp_path)
    other.write(members=[HONG])
    await other.move(shop.db)
    await inviting.start(shop.db, an_hour=9, public_url="https://shop.example")
    mail = next(mail.body for mail in (await run_jobs(shop)).delivered if "/moving-in#" in mail.body)
    token = mail.partition("/moving-in#")[2].split()[0]
    documents = required_of((await shop.client.get("/api/v1/agreements?for=sign-up")).json()["data"])

    reset = await confirm(shop, RESET, await ask(shop, RESET, mberId="hong_gd"), agreements=documents)
    body = {"token": token, "mberPw": "another-battery-9", "agreements": documents}
    used = await shop.client.post("/api/v1/moving-in/use", json=body)
    async with shop.db.transaction() as conn:
        # As they are in time.
        await execute(conn, "DELETE FROM login_sessions")
    other.write(members=[HONG.replace("hong@", "other@")])
    await other.move(shop.db, update=True)

    assert reset.status_code == 200, reset.text
    assert (used.status_code, used.json()["code"]) == (404, "moving_link_not_found")
    async with shop.db.connection() as conn:
        assert (
            await fetch_one(conn, str, "SELECT email FROM members WHERE login_id = 'hong_gd'")
            == MEMBER["email"]
        )


async def test_who_came_from_another_shop_agrees_before_the_first_password_is_theirs(
    shop: Shop, tmp_path: Path
) -> None:
    other = OtherShop(tmp_path)
    other.write(members=[HONG])
    await other.move(shop.db)
    documents = (await shop.client.get("/api/v1/agreements?for=sign-up")).json()["data"]
    asked = await ask(shop, RESET, mberId="hong_gd")

    early = await confirm(shop, RESET, asked)
    half = await confirm(shop, RESET, asked, agreements=required_of(documents)[1:])
    before = await shop.client.post("/api/login", json={"mberId": "hong_gd", "mberPw": NEW})
    agreed = await confirm(shop, RESET, asked, agreements=required_of(documents))
    async with shop.db.transaction() as conn:
        await let_verifications_age(conn, timedelta(minutes=5))
    again = await confirm(shop, RESET, await ask(shop, RESET, mberId="hong_gd"))
    after = await shop.client.post("/api/login", json={"mberId": "hong_gd", "mberPw": NEW})

    # None of them has cost a try, and a later reset asks no more.
    assert (early.status_code, early.json()["code"]) == (409, "agreements_missing")
    assert half.json()["fields"][0]["name"].startswith("agreements.")
    assert (before.status_code, agreed.status_code, again.status_code, after.status_code) == (
        401,
        200,
        200,
        200,
    )
    async with shop.db.connection() as conn:
        recorded = await fetch_all(
            conn,
            str,
            "SELECT document_key FROM consents WHERE agreed AND channel = 'web' ORDER BY document_key",
        )
    assert recorded == sorted(one["key"] for one in required_of(documents))


@pytest.mark.usefixtures("member")
async def test_a_lost_password_is_set_anew(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        session = await a_session(conn, await fetch_one(conn, int, "SELECT id FROM members"))  # pyright: ignore[reportArgumentType] - a number from the table
    asked = await ask(shop, RESET)

    answer = await confirm(shop, RESET, asked)

    ended = {"devices": ["알 수 없는 기기"], "passkeys": [], "passkeysKept": False}
    assert (answer.status_code, answer.json()) == (200, {"status": 200, "data": ended})
    assert await password_fits(shop, NEW)
    assert (await shop.client.get("/api/v1/member", headers=session.headers)).status_code == 401
    [told] = (await run_jobs(shop)).delivered
    assert (told.recipient, told.subject) == ("hong@example.com", "[이음] 비밀번호가 재설정되었습니다")
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, bool, PROVEN) == [True]
        assert await fetch_all(conn, str, "SELECT end_reason FROM login_sessions") == ["revoked"]


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        pytest.param(FIND, {"mberNm": "김길동"}, id="another name"),
        pytest.param(FIND, {"email": "kim@example.com"}, id="another address"),
        pytest.param(RESET, {"mberNm": "김길동"}, id="a name that is not the id's"),
        pytest.param(RESET, {"email": "kim@example.com"}, id="an address that is not the id's"),
        pytest.param(RESET, {"mberId": "kimkildong"}, id="no such id"),
    ],
)
@pytest.mark.usefixtures("member")
async def test_a_non_member_gets_the_same_answers_as_a_member_with_a_wrong_code(
    shop: Shop, path: str, changed: dict[str, str]
) -> None:
    somebody = await shop.client.post(
        path, json=MEMBER | ({"mberId": "hongkildong"} if path == RESET else {})
    )
    async with shop.db.transaction() as conn:
        await let_verifications_age(conn, timedelta(minutes=1))
    asked = await ask(shop, path)

    nobody = await ask(shop, path, **({"email": "x@example.com"} | changed))

    assert nobody.text == ""
    assert somebody.json()["data"].keys() == {"verificationId", "expiresAt"}
    theirs = [await confirm(shop, path, nobody, "123456") for _ in range(6)]
    ours = [await confirm(shop, path, asked, another(asked.code)) for _ in range(6)]
    assert [(answer.status_code, answer.json()) for answer in theirs] == [
        (answer.status_code, answer.json()) for answer in ours
    ]
    assert [problem_of(answer) for answer in theirs] == [(422, "code_wrong")] * 5 + [(409, "code_used_up")]


@pytest.mark.parametrize("path", [FIND, RESET])
async def test_a_request_for_a_non_member_takes_as_many_statements_as_one_for_a_member(
    client: Client, conn: Connection, path: str, sent: list[str]
) -> None:
    """The same statements in the same order: nothing to tell the two apart by how long they take."""
    await a_member(conn, login_id="hongkildong")
    counted: list[list[str]] = []
    for number, email in enumerate(("hong@example.com", "nobody@example.com")):
        sent.clear()
        login_id = {"mberId": "hongkildong" if number == 0 else "nobody_at_all"} if path == RESET else {}
        answer = await client.post(path, json=MEMBER | {"email": email} | login_id)
        assert answer.status_code == 200
        verification = answer.json()["data"]["verificationId"]
        await client.post(
            f"{path}/confirm",
            json={"verificationId": verification, "code": "000000"}
            | ({"mberPw": NEW} if path == RESET else {}),
        )
        counted.append(list(sent))

    assert counted[0] == counted[1]
    assert len(counted[0]) == 6


@pytest.mark.parametrize("path", [FIND, RESET])
@pytest.mark.usefixtures("member")
async def test_a_code_lasts_ten_minutes_and_works_once(shop: Shop, path: str) -> None:
    first = await ask(shop, path)
    once = await confirm(shop, path, first)
    twice = await confirm(shop, path, first)
    async with shop.db.transaction() as conn:
        await let_verifications_age(conn, timedelta(minutes=1))
    second = await ask(shop, path)
    async with shop.db.transaction() as conn:
        await let_verifications_age(conn, timedelta(minutes=10))
    late = await confirm(shop, path, second)

    assert once.status_code == 200
    assert problem_of(twice) == (409, "code_used_up")
    assert problem_of(late) == (409, "code_expired")


@pytest.mark.parametrize(("path", "other"), [(FIND, RESET), (RESET, FIND)])
@pytest.mark.usefixtures("member")
async def test_a_code_serves_only_its_own_purpose(shop: Shop, path: str, other: str) -> None:
    asked = await ask(shop, path)

    elsewhere = [
        await confirm(shop, other, asked),
        await shop.client.post(
            f"/api/v1/verifications/{asked.verification}/confirm", json={"code": asked.code}
        ),
        await confirm(shop, path, asked._replace(verification=str(uuid4()))),
    ]

    assert [problem_of(answer) for answer in elsewhere] == [(409, "code_expired")] * 3
    assert (await confirm(shop, path, asked)).status_code == 200


@pytest.mark.parametrize(
    "password",
    [
        pytest.param("short", id="what a sign-up would not take"),
        pytest.param("aaaa-bcd-1111", id="a run"),
        pytest.param("xhongkildong-7", id="the member's own id"),
        pytest.param("pw-12345678-x", id="the member's own number"),
    ],
)
@pytest.mark.usefixtures("member")
async def test_a_new_password_that_breaks_the_rules_does_not_use_up_the_code(
    shop: Shop, password: str
) -> None:
    asked = await ask(shop, RESET)

    refused = [await confirm(shop, RESET, asked, mberPw=password) for _ in range(6)]

    assert {problem_of(answer) for answer in refused} == {(422, "invalid")}
    assert refused[0].json()["fields"][0]["name"] == "mberPw"
    assert (await confirm(shop, RESET, asked)).status_code == 200


@pytest.mark.usefixtures("member")
async def test_rules_about_the_members_own_data_are_told_only_to_the_holder_of_the_code(
    shop: Shop,
) -> None:
    asked = await ask(shop, RESET)

    answer = await confirm(shop, RESET, asked, another(asked.code), mberPw="xhongkildong-7")

    assert problem_of(answer) == (422, "code_wrong")


@pytest.mark.usefixtures("member")
async def test_of_two_requests_with_the_right_code_one_sets_the_password(shop: Shop) -> None:
    asked = await ask(shop, RESET)

    answers = await asyncio.gather(*(confirm(shop, RESET, asked, mberPw=f"{NEW}-{n}") for n in (8, 9)))

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    won = 8 if answers[0].status_code == 200 else 9
    assert await password_fits(shop, f"{NEW}-{won}")


@pytest.mark.usefixtures("member")
async def test_a_reset_unlocks_a_locked_account(shop: Shop) -> None:
    for _ in range(6):
        await shop.client.post("/api/login", json={"mberId": "hongkildong", "mberPw": "wrong-one-99"})
    await confirm(shop, RESET, await ask(shop, RESET))

    answer = await shop.client.post("/api/login", json={"mberId": "hongkildong", "mberPw": NEW})

    assert answer.status_code == 200, answer.text


async def test_a_reset_unlocks_the_changes_that_a_thief_with_a_session_has_guessed_at(
    shop: Shop, member: MemberId
) -> None:
    async with shop.db.transaction() as conn:
        stolen = await a_login(conn, member)
    guesses = [
        await shop.client.post(
            "/api/v1/member/passkeys/options", json={"currentPw": "wrong-one-99"}, headers=stolen
        )
        for _ in range(6)
    ]
    await confirm(shop, RESET, await ask(shop, RESET))
    async with shop.db.transaction() as conn:
        own = await a_login(conn, member)

    answer = await shop.client.post("/api/v1/member/passkeys/options", json={"currentPw": NEW}, headers=own)

    assert guesses[-1].status_code == 429
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("path", "changed", "field"),
    [
        (FIND, {"email": "hong"}, "email"),
        (FIND, {"mberNm": "\x00\x00"}, "mberNm"),
        (FIND, {"email": "a\x00@example.com"}, "email"),
        (RESET, {"mberId": "홍길동"}, "mberId"),
        (RESET, {"mberId": "\x00"}, "mberId"),
    ],
)
async def test_an_impossible_name_or_id_is_named_as_wrong(
    client: Client, path: str, changed: dict[str, str], field: str
) -> None:
    answer = await client.post(
        path, json=MEMBER | ({"mberId": "hongkildong"} if path == RESET else {}) | changed
    )

    assert answer.status_code == 422
    assert [wrong["name"] for wrong in answer.json()["fields"]] == [field]


@pytest.mark.parametrize(("path", "other"), [(FIND, RESET), (RESET, FIND)])
async def test_each_kind_of_code_has_a_minute_of_its_own(client: Client, path: str, other: str) -> None:
    """Whoever has found their id resets the password next, and does not wait a minute for it."""
    body = {path: MEMBER | ({"mberId": "hongkildong"} if path == RESET else {}) for path in (FIND, RESET)}
    first = await client.post(path, json=body[path])

    again = await client.post(path, json=body[path])
    next_step = await client.post(other, json=body[other])

    assert (first.status_code, next_step.status_code) == (200, 200)
    assert problem_of(again) == (429, "code_resend_too_soon")


@pytest.mark.usefixtures("member")
async def test_the_typed_data_is_deleted_once_it_was_looked_up(shop: Shop) -> None:
    asked = await ask(shop, RESET)

    async with shop.db.connection() as conn:
        kept: dict[str, Any] = await fetch_one(
            conn, dict[str, Any], "SELECT to_jsonb(r) FROM recovery_requests r"
        )
        mails = await fetch_all(conn, str, "SELECT body FROM messages")
    assert (kept["name"], kept["login_id"]) == (None, None)
    assert kept["verification_id"] == asked.verification
    assert mails == [""]


@pytest.mark.usefixtures("member")
async def test_a_look_up_that_runs_twice_mails_once(shop: Shop) -> None:
    asked = await ask(shop, FIND)

    await jobs.look_up.func(context_of(shop), request=asked.verification)

    assert (await run_jobs(shop)).delivered == []
    assert (await confirm(shop, FIND, asked)).status_code == 200


@pytest.mark.usefixtures("member")
async def test_a_look_up_that_comes_too_late_mails_nothing(shop: Shop) -> None:
    await shop.client.post(FIND, json=MEMBER)
    async with shop.db.transaction() as conn:
        await let_verifications_age(conn, timedelta(minutes=11))

    assert (await run_jobs(shop)).delivered == []


async def test_a_member_who_left_is_not_found(shop: Shop, member: int) -> None:
    asked = await ask(shop, RESET)
    async with shop.db.transaction() as conn:
        await execute(
            conn,
            """
            UPDATE members SET left_at = now(), login_id = NULL, login_id_hash = sha256('x'), password_hash = NULL,
                   name = NULL, email = NULL, phone = NULL
             WHERE id = %(member)s
            """,
            member=member,
        )

    assert problem_of(await confirm(shop, RESET, asked)) == (409, "code_used_up")


@pytest.mark.parametrize(("keep", "left"), [(None, 0), (False, 0), (True, 1)])
async def test_a_reset_deletes_the_passkeys_unless_they_are_kept(
    shop: Shop, member: int, keep: bool | None, left: int
) -> None:
    """A thief may have added one, and it would open the account whatever the password."""
    async with shop.db.transaction() as conn:
        await a_passkey(conn, MemberId(member), name="모르는 휴대폰")
    asked = await ask(shop, RESET)
    body = {"verificationId": asked.verification, "code": asked.code, "mberPw": NEW}

    answer = await shop.client.post(
        f"{RESET}/confirm", json=body | ({} if keep is None else {"keepPasskeys": keep})
    )

    data = answer.json()["data"]
    assert [passkey["name"] for passkey in data["passkeys"]] == ["모르는 휴대폰"]
    assert data["passkeysKept"] is bool(keep)
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM passkeys") == left
    [told] = (await run_jobs(shop)).delivered
    assert ("계속 로그인할 수 있습니다" if keep else "패스키 1개도 삭제되었습니다") in told.body


@pytest.mark.parametrize("path", [FIND, RESET])
async def test_a_thief_who_renames_a_member_does_not_keep_them_out(shop: Shop, path: str) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
    await change(shop.client, account, "name", mberNm="김도둑", currentPw=PASSWORD)
    await run_jobs(shop)

    asked = await ask(shop, path)

    assert (await confirm(shop, path, asked)).status_code == 200


async def test_a_former_name_is_forgotten_after_a_year(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
    await change(shop.client, account, "name", mberNm="임꺽정", currentPw=PASSWORD)
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE former_names SET changed_at = now() - interval '366 days'")
        await security_jobs.delete_old.configure(connection=conn).defer_async(timestamp=0)
    await run_jobs(shop)

    assert (await ask(shop, FIND)).text == ""
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM former_names") == 0


@pytest.mark.parametrize("path", [FIND, RESET])
async def test_a_code_sent_to_a_former_address_of_the_member_opens_nothing(
    shop: Shop, member: int, path: str
) -> None:
    """Whoever can read the old mailbox is why they moved."""
    asked = await ask(shop, path)
    async with shop.db.transaction() as conn:
        await execute(
            conn, "UPDATE members SET email = 'safe@example.com' WHERE id = %(member)s", member=member
        )

    answer = await confirm(shop, path, asked)

    if path == RESET:
        assert problem_of(answer) == (409, "code_used_up")
        assert not await password_fits(shop, NEW)
    else:
        assert answer.json()["data"] == {"ids": []}
