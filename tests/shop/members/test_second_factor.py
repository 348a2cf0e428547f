"""One-time codes and recovery codes: turning them on, being asked for them, spending them."""

import asyncio
import re
from base64 import b32decode
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import passwords
from ieum.shop.members.security import totp
from ieum.shop.members.types import MemberId
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Configure, Shop
from tests.shop.builders.sub_ids import a_sub_id, do

PASSWORD = "correct-horse-42"
NOW = datetime(2026, 11, 21, 12, 0, 10, tzinfo=UTC)


def shown_at(secret: bytes, moment: datetime) -> str:
    """What an authenticator app shows then."""
    hotp = HOTP(secret, 6, SHA1())  # noqa: S303 - what RFC 6238 says
    return hotp.generate(int(moment.timestamp()) // 30).decode()


class Member(NamedTuple):
    id: MemberId
    headers: dict[str, str]
    secret: bytes
    recovery_codes: list[str]

    def code(self, *, steps: int = 0) -> str:
        """What the app shows now, or so many half minutes from now."""
        return shown_at(self.secret, datetime.now(UTC) + timedelta(seconds=30 * steps))


async def post(client: Client, member: dict[str, str], what: str, **body: Any) -> httpx.Response:
    return await client.post(f"/api/v1/member/totp{what}", json=body, headers=member)


async def somebody(conn: Connection) -> tuple[MemberId, dict[str, str]]:
    member = await a_member(
        conn, login_id="hongkildong", password_hash=await passwords.hash_password(PASSWORD)
    )
    return member, await a_login(conn, member)


async def with_second_factor(client: Client, conn: Connection) -> Member:
    """Turned on a while ago, so that the code of this half minute is not spent yet."""
    member, headers = await somebody(conn)
    begun = await post(client, headers, "", currentPw=PASSWORD)
    secret = b32decode(begun.json()["data"]["secret"])
    made = Member(member, headers, secret, [])
    on = await post(client, headers, "/confirm", code=made.code())
    assert on.status_code == 200, on.text
    await execute(conn, "UPDATE totp_secrets SET last_step = 0")
    return made._replace(recovery_codes=on.json()["data"]["recoveryCodes"])


async def log_in(client: Client, otp: str | None = None, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": password, "otp": otp})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_the_second_factor_is_on_once_the_first_code_was_confirmed(
    client: Client, conn: Connection
) -> None:
    member, headers = await somebody(conn)

    begun = await post(client, headers, "", currentPw=PASSWORD)
    before = await log_in(client)
    secret = b32decode(begun.json()["data"]["secret"])
    on = await post(client, headers, "/confirm", code=Member(member, headers, secret, []).code())
    after = await log_in(client)

    assert begun.status_code == 201
    address = urlsplit(str(begun.json()["data"]["uri"]))
    assert (address.scheme, address.netloc) == ("otpauth", "totp")
    assert parse_qs(address.query)["secret"] == [begun.json()["data"]["secret"]]
    assert "hongkildong" in address.path
    assert before.status_code == 200
    codes = on.json()["data"]["recoveryCodes"]
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", one) for one in codes)
    assert code(after) == (401, "second_factor_required")
    assert "set-cookie" not in after.headers
    shown = (await client.get("/api/v1/member/security", headers=headers)).json()["data"]
    assert shown == {"totp": True, "recoveryCodesLeft": 10, "passkeys": []}
    assert "2단계 인증이 설정되었습니다" in await fetch_one(conn, str, "SELECT body FROM messages")


async def test_a_wrong_password_does_not_reveal_a_second_factor(client: Client, conn: Connection) -> None:
    member = await with_second_factor(client, conn)

    wrong = await log_in(client, member.code(), password="wrong")

    assert code(wrong) == (401, "login_failed")


async def test_a_login_of_a_suspended_sub_id_uses_no_recovery_code_up(
    client: Client, conn: Connection
) -> None:
    owner = await a_member(conn, login_id="gildongco")
    sub_id = await a_sub_id(conn, owner, login_id="hongkildong")
    headers = await a_login(conn, sub_id)
    secret = b32decode((await post(client, headers, "", currentPw=PASSWORD)).json()["data"]["secret"])
    on = await post(client, headers, "/confirm", code=Member(sub_id, headers, secret, []).code())
    await do(client, await a_login(conn, owner), sub_id, "suspend")

    refused = await log_in(client, on.json()["data"]["recoveryCodes"][0])
    unaware = await log_in(client, password="wrong")

    assert (code(refused), code(unaware)) == ((403, "sub_id_withheld"), (401, "login_failed"))
    assert await fetch_one(conn, int, "SELECT count(*) FROM recovery_codes") == 10


async def test_a_code_works_once(client: Client, conn: Connection) -> None:
    member = await with_second_factor(client, conn)
    shown = member.code()

    first = await log_in(client, shown)
    again = await log_in(client, shown)

    assert first.status_code == 200
    assert code(again) == (401, "otp_wrong")


async def test_an_older_code_is_refused_after_a_newer_one(client: Client, conn: Connection) -> None:
    member = await with_second_factor(client, conn)

    ahead = await log_in(client, member.code(steps=1))
    behind = await log_in(client, member.code())

    assert ahead.status_code == 200
    assert code(behind) == (401, "otp_wrong")


async def test_of_two_logins_at_once_with_one_code_one_gets_in(shop: Shop) -> None:
    async with shop.db.connection() as conn:
        member = await with_second_factor(shop.client, conn)
    shown = member.code()

    answers = await asyncio.gather(*(log_in(shop.client, shown) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401]


async def test_a_recovery_code_works_once_however_it_is_typed(client: Client, conn: Connection) -> None:
    member = await with_second_factor(client, conn)
    typed = member.recovery_codes[3].upper().replace("-", " ")

    first = await log_in(client, typed)
    again = await log_in(client, member.recovery_codes[3])
    another = await log_in(client, member.recovery_codes[4])

    assert (first.status_code, another.status_code) == (200, 200)
    assert code(again) == (401, "otp_wrong")
    shown = await client.get("/api/v1/member/security", headers=member.headers)
    assert shown.json()["data"]["recoveryCodesLeft"] == 8


async def test_of_two_logins_at_once_with_one_recovery_code_one_gets_in(shop: Shop) -> None:
    async with shop.db.connection() as conn:
        member = await with_second_factor(shop.client, conn)

    answers = await asyncio.gather(*(log_in(shop.client, member.recovery_codes[0]) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401]


async def test_wrong_codes_lock_the_account_and_a_login_without_a_code_does_not_reset_the_count(
    client: Client, conn: Connection
) -> None:
    """Whoever has the password alone gets five guesses at the code, whatever they do between them."""
    member = await with_second_factor(client, conn)

    answers: list[httpx.Response] = []
    for _ in range(5):
        await log_in(client)
        answers.append(await log_in(client, "000000"))
    locked = await log_in(client, member.code())

    assert {code(answer) for answer in answers} == {(401, "otp_wrong")}
    assert code(locked) == (429, "login_locked")


async def test_a_login_that_lacks_its_code_does_not_count_as_a_failure(
    client: Client, conn: Connection
) -> None:
    member = await with_second_factor(client, conn)

    asked = [await log_in(client) for _ in range(30)]
    entered = await log_in(client, member.code())

    assert {code(answer) for answer in asked} == {(401, "second_factor_required")}
    assert entered.status_code == 200


async def test_the_secret_is_not_stored_in_readable_form(client: Client, conn: Connection) -> None:
    member = await with_second_factor(client, conn)

    sealed = await fetch_one(conn, bytes, "SELECT sealed_secret FROM totp_secrets")
    hashes = await fetch_all(conn, bytes, "SELECT code_hash FROM recovery_codes")

    assert member.secret not in sealed
    assert totp.unseal(sealed, key=KEY, holder=member.id) == member.secret
    assert totp.unseal(sealed, key=KEY, holder=MemberId(member.id + 1)) is None
    assert not any(one.replace("-", "").encode() in kept for one in member.recovery_codes for kept in hashes)


async def test_under_another_secret_key_a_recovery_code_still_opens(
    client: Client, conn: Connection, configure: Configure
) -> None:
    member = await with_second_factor(client, conn)
    configure(IEUM_SECRET_KEY="another-key-of-more-than-32-characters")

    by_app = await log_in(client, member.code())
    by_recovery_code = await log_in(client, member.recovery_codes[0])

    assert code(by_app) == (401, "otp_wrong")
    assert by_recovery_code.status_code == 200


async def test_turning_the_second_factor_off_needs_the_password_and_deletes_the_recovery_codes(
    client: Client, conn: Connection
) -> None:
    member = await with_second_factor(client, conn)

    wrong = await post(client, member.headers, "/disable", currentPw="wrong")
    off = await post(client, member.headers, "/disable", currentPw=PASSWORD)
    again = await post(client, member.headers, "/disable", currentPw=PASSWORD)

    assert code(wrong) == (422, "invalid_fields")
    assert (off.status_code, again.status_code) == (200, 200)
    assert (await log_in(client)).status_code == 200
    assert await fetch_one(conn, int, "SELECT count(*) FROM recovery_codes") == 0
    assert await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE body LIKE '%%해제%%'") == 1


async def test_new_recovery_codes_end_the_old_ones(client: Client, conn: Connection) -> None:
    member = await with_second_factor(client, conn)

    renewed = await post(client, member.headers, "/recovery-codes", currentPw=PASSWORD)

    new = renewed.json()["data"]["recoveryCodes"]
    assert len(set(new) | set(member.recovery_codes)) == 20
    assert code(await log_in(client, member.recovery_codes[0])) == (401, "otp_wrong")
    assert (await log_in(client, new[0])).status_code == 200


async def test_a_second_factor_that_is_on_cannot_be_set_up_again(client: Client, conn: Connection) -> None:
    member = await with_second_factor(client, conn)

    begun = await post(client, member.headers, "", currentPw=PASSWORD)
    confirmed = await post(client, member.headers, "/confirm", code=member.code())

    assert code(begun) == code(confirmed) == (409, "totp_already_on")
    assert (await log_in(client, member.code())).status_code == 200


async def test_calls_that_need_a_second_factor_are_refused_without_one(
    client: Client, conn: Connection
) -> None:
    _, headers = await somebody(conn)

    codes = await post(client, headers, "/recovery-codes", currentPw=PASSWORD)
    confirmed = await post(client, headers, "/confirm", code="123456")
    await post(client, headers, "", currentPw=PASSWORD)
    wrong = await post(client, headers, "/confirm", code="12345x")
    not_yet = await post(client, headers, "/recovery-codes", currentPw=PASSWORD)

    assert code(codes) == code(not_yet) == (409, "totp_off")
    assert code(confirmed) == (409, "totp_not_started")
    assert wrong.json()["fields"] == [
        {"name": "code", "code": "code_wrong", "detail": "인증번호가 일치하지 않습니다."}
    ]


@pytest.mark.parametrize(("off", "fits"), [(-61, False), (-30, True), (0, True), (30, True), (61, False)])
def test_a_clock_may_be_half_a_minute_off(off: int, fits: bool) -> None:
    secret = totp.new_secret()
    shown = shown_at(secret, NOW + timedelta(seconds=off))

    assert (totp.matching_step(secret, shown, now=NOW) is not None) == fits


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")],
)
def test_the_codes_are_those_of_the_rfc(seconds: int, shown: str) -> None:
    """RFC 6238, appendix B, its last six digits."""
    secret = b"12345678901234567890"

    assert totp.matching_step(secret, shown, now=datetime.fromtimestamp(seconds, UTC)) == seconds // 30


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "１２３４５６", "12345\n", "-12345"])
def test_a_string_that_is_no_code_is_refused(typed: str) -> None:
    assert totp.matching_step(totp.new_secret(), typed, now=NOW) is None


async def test_the_second_factor_is_turned_on_five_times_a_day_and_off_whenever_it_is_on(
    client: Client, conn: Connection
) -> None:
    """Each change is mailed: whoever has the password could fill the mailbox, which may be somebody else's."""
    _, headers = await somebody(conn)

    async def turn_on() -> httpx.Response:
        begun = await post(client, headers, "", currentPw=PASSWORD)
        if begun.status_code != 201:
            return begun
        secret = b32decode(begun.json()["data"]["secret"])
        return await post(client, headers, "/confirm", code=shown_at(secret, datetime.now(UTC)))

    answers: list[httpx.Response] = []
    for _ in range(6):
        answers.append(await turn_on())
        assert (await post(client, headers, "/disable", currentPw=PASSWORD)).status_code == 200
    await execute(conn, "UPDATE messages SET created_at = created_at - interval '1 day'")
    tomorrow = await turn_on()

    assert [answer.status_code for answer in answers] == 5 * [200] + [429]
    assert code(answers[5]) == (429, "too_many_changes")
    assert 0 < int(answers[5].headers["Retry-After"]) <= 86_400
    assert tomorrow.status_code == 200
    assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 5 + 5 + 1


async def test_a_secret_that_was_asked_for_before_is_no_way_around_the_limit(
    client: Client, conn: Connection
) -> None:
    member = await with_second_factor(client, conn)
    await execute(conn, "UPDATE totp_secrets SET confirmed_at = NULL")
    await execute(
        conn,
        """
        INSERT INTO messages (channel, recipient, subject, body, reference, member_id)
        SELECT 'mail', 'hong@example.com', '-', '-', 'security:totp-on:' || n, %(member)s FROM generate_series(1, 4) n
        """,
        member=member.id,
    )

    assert code(await post(client, member.headers, "/confirm", code=member.code(steps=1))) == (
        429,
        "too_many_changes",
    )


async def test_recovery_codes_are_renewed_five_times_a_day(client: Client, conn: Connection) -> None:
    member = await with_second_factor(client, conn)

    answers = [await post(client, member.headers, "/recovery-codes", currentPw=PASSWORD) for _ in range(6)]

    assert [answer.status_code for answer in answers] == 5 * [200] + [429]
    codes = answers[4].json()["data"]["recoveryCodes"]
    assert (await log_in(client, codes[0])).status_code == 200
