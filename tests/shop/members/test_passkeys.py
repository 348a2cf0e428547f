"""Passkeys: adding one, logging in with one, and what is no passkey."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import passwords
from ieum.shop.members import queries as members
from ieum.shop.members.security import devices, passkeys
from ieum.shop.members.security.types import PasskeyOnFile
from ieum.shop.members.types import MemberId
from tests.shop.builders.authenticator import Authenticator, decode, encode
from tests.shop.builders.clients import HOME
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import a_login, a_member, a_passkey
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Configure, Shop

PASSWORD = "correct-horse-42"


async def somebody(conn: Connection, login_id: str = "hongkildong") -> tuple[MemberId, dict[str, str]]:
    member = await a_member(conn, login_id=login_id, password_hash=await passwords.hash_password(PASSWORD))
    return member, await a_login(conn, member)


async def ask(client: Client, headers: dict[str, str]) -> dict[str, Any]:
    answer = await client.post(
        "/api/v1/member/passkeys/options", json={"currentPw": PASSWORD}, headers=headers
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def add(
    client: Client, headers: dict[str, str], key: Authenticator, asked: dict[str, Any] | None = None
) -> httpx.Response:
    asked = asked or await ask(client, headers)
    return await client.post(
        "/api/v1/member/passkeys",
        json={
            "challengeId": asked["challengeId"],
            "name": "내 휴대폰",
            "credential": key.create(asked["options"]),
        },
        headers=headers,
    )


async def challenge(client: Client) -> dict[str, Any]:
    answer = await client.post("/api/v1/login/passkey-options", json={})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def log_in(
    client: Client, key: Authenticator, asked: dict[str, Any] | None = None, **changed: Any
) -> httpx.Response:
    asked = asked or await challenge(client)
    return await client.post(
        "/api/v1/login/passkey",
        json={
            "challengeId": asked["challengeId"],
            "credential": key.get(asked["options"]) | changed,
        },
    )


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_a_member_adds_a_passkey_and_logs_in_with_nothing_else(
    client: Client, conn: Connection
) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()

    added = await add(client, headers, key)
    logged_in = await log_in(client, key)

    assert added.status_code == 201
    assert added.json()["data"]["name"] == "내 휴대폰"
    assert added.json()["data"]["lastUsedAt"] is None
    assert (logged_in.status_code, logged_in.json()) == (200, {"status": 200, "data": None})
    assert len(logged_in.headers.get_list("set-cookie")) == 3
    mine = await client.get("/api/v1/member", headers={"Authorization": logged_in.headers["authorization"]})
    assert mine.json()["data"]["mberId"] == "hongkildong"
    shown = (await client.get("/api/v1/member/security", headers=headers)).json()["data"]["passkeys"]
    assert [(one["id"], one["lastUsedAt"] is not None) for one in shown] == [
        (added.json()["data"]["id"], True)
    ]
    mails = await fetch_all(conn, str, "SELECT body FROM messages")
    assert len(mails) == 1
    assert "패스키가 추가되었습니다" in mails[0]


async def test_a_login_by_passkey_is_listed_with_its_device(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    await add(client, headers, key)
    client.headers["User-Agent"] = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0"

    await log_in(client, key)

    listed = (await client.get("/api/v1/member/sessions", headers=headers)).json()["data"]
    assert "Firefox · Windows" in [one["device"] for one in listed]


async def test_the_options_ask_the_browser_for_a_discoverable_verified_passkey(
    client: Client, conn: Connection, configure: Configure
) -> None:
    """The domain is that of the public URL, and a member has one handle that says nothing of them."""
    configure(IEUM_PUBLIC_URL="https://www.ieum.example:8443")
    member, headers = await somebody(conn)
    await a_passkey(conn, member)

    first, second = (await ask(client, headers))["options"], (await ask(client, headers))["options"]
    login = (await challenge(client))["options"]

    assert first["rp"] == {"name": "이음", "id": "www.ieum.example"}
    assert first["authenticatorSelection"]["residentKey"] == "preferred"
    assert first["authenticatorSelection"]["userVerification"] == "required"
    assert first["attestation"] == "none"
    assert len(first["excludeCredentials"]) == 1
    assert first["challenge"] != second["challenge"]
    assert first["user"]["id"] == second["user"]["id"]
    assert len(decode(first["user"]["id"])) == 32
    assert login["rpId"] == "www.ieum.example"
    assert login["allowCredentials"] == []
    assert login["timeout"] == 300_000


async def test_the_options_name_the_passkeys_that_exist_with_their_transports(
    client: Client, conn: Connection
) -> None:
    """By the ways that the authenticator named, those that nobody knows left out."""
    _, headers = await somebody(conn)
    key = Authenticator()
    await add(client, headers, key)

    options = (await ask(client, headers))["options"]

    assert options["excludeCredentials"] == [
        {"id": encode(key.credential_id), "type": "public-key", "transports": ["hybrid", "internal"]}
    ]


async def test_adding_a_passkey_needs_the_password(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)

    answer = await client.post(
        "/api/v1/member/passkeys/options", json={"currentPw": "wrong"}, headers=headers
    )

    assert answer.status_code == 422
    assert [(one["name"], one["code"]) for one in answer.json()["fields"]] == [
        ("currentPw", "wrong_password")
    ]


async def test_a_challenge_can_be_used_once(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    key, asked = Authenticator(), await ask(client, headers)

    first = await add(client, headers, key, asked)
    again = await add(client, headers, Authenticator(), asked)
    login = await challenge(client)
    logged_in = await log_in(client, key, login)
    replayed = await log_in(client, key, login)

    assert (first.status_code, logged_in.status_code) == (201, 200)
    assert code(again) == (409, "challenge_expired")
    assert code(replayed) == (401, "passkey_refused")


async def test_a_challenge_lasts_five_minutes(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    await add(client, headers, key)
    asked, login = await ask(client, headers), await challenge(client)
    await execute(conn, "UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'")

    late = await add(client, headers, Authenticator(), asked)
    too_late = await log_in(client, key, login)

    assert code(late) == (409, "challenge_expired")
    assert code(too_late) == (401, "passkey_refused")


async def test_a_challenge_serves_only_its_own_purpose(client: Client, conn: Connection) -> None:
    """Neither a login's for adding, nor one member's for another, nor adding's for a login."""
    _, mine = await somebody(conn)
    _, theirs = await somebody(conn, "kimyounghee")
    key = Authenticator()
    await add(client, mine, key)
    asked, login = await ask(client, mine), await challenge(client)
    for_adding = asked["options"] | {"challenge": login["options"]["challenge"]}

    with_logins = await add(client, mine, Authenticator(), {**login, "options": for_adding})
    with_anothers = await add(client, theirs, Authenticator(), await ask(client, mine))
    with_addings = await log_in(
        client,
        key,
        {
            "challengeId": asked["challengeId"],
            "options": {"challenge": asked["options"]["challenge"], "rpId": "testserver.local"},
        },
    )

    assert code(with_logins) == code(with_anothers) == (409, "challenge_expired")
    assert code(with_addings) == (401, "passkey_refused")


async def test_a_signature_count_that_goes_back_is_refused_as_a_copy(
    client: Client, conn: Connection
) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    await add(client, headers, key)
    assert (await log_in(client, key)).status_code == 200
    key.sign_count = 0

    copied = await log_in(client, key)

    assert code(copied) == (401, "passkey_refused")
    assert await fetch_one(conn, int, "SELECT sign_count FROM passkeys") == 2


async def test_a_passkey_that_does_not_count_goes_on_working(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    key = Authenticator(counts=False)
    await add(client, headers, key)

    answers = [await log_in(client, key) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]


async def test_of_two_logins_with_the_same_count_one_gets_in(shop: Shop) -> None:
    async with shop.db.connection() as conn:
        _, headers = await somebody(conn)
    key = Authenticator()
    await add(shop.client, headers, key)
    asked = [await challenge(shop.client) for _ in range(4)]
    credentials: list[dict[str, Any]] = []
    for one in asked:
        key.sign_count = 1
        credentials.append(key.get(one["options"]))

    answers = await asyncio.gather(
        *(
            shop.client.post(
                "/api/v1/login/passkey",
                json={"challengeId": one["challengeId"], "credential": credential},
            )
            for one, credential in zip(asked, credentials, strict=True)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401]


def other_site(key: Authenticator) -> None:
    key.origin = "http://evil.example"


def other_port(key: Authenticator) -> None:
    key.origin += ":8080"


def other_handle(key: Authenticator) -> None:
    key.user_handle = bytes(32)


def other_key(key: Authenticator) -> None:
    key._key = Authenticator()._key


def unknown(key: Authenticator) -> None:
    key.credential_id = b"nobody's"


@pytest.mark.parametrize("spoil", [other_site, other_port, other_handle, other_key, unknown])
async def test_a_login_with_a_wrong_answer_is_refused(
    client: Client, conn: Connection, spoil: Callable[[Authenticator], None]
) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    await add(client, headers, key)
    spoil(key)

    answer = await log_in(client, key)

    assert code(answer) == (401, "passkey_refused")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("spoil", [other_site, other_port])
async def test_a_passkey_of_another_site_is_not_added(
    client: Client, conn: Connection, spoil: Callable[[Authenticator], None]
) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    spoil(key)

    answer = await add(client, headers, key)

    assert answer.status_code == 422
    assert answer.json()["fields"][0]["code"] == "passkey_refused"
    assert await fetch_one(conn, int, "SELECT count(*) FROM passkeys") == 0


async def test_anothers_passkey_is_not_added_a_second_time(client: Client, conn: Connection) -> None:
    (_, mine), (_, theirs) = await somebody(conn), await somebody(conn, "kimyounghee")
    key = Authenticator()
    await add(client, mine, key)

    answer = await add(client, theirs, key)

    assert answer.status_code == 422
    assert await fetch_one(conn, int, "SELECT count(*) FROM passkeys") == 1


JUNK: list[Any] = [
    {},
    {"id": 1},
    {"id": "\0", "rawId": "\0", "type": "public-key", "response": []},
    {"id": "가", "rawId": "가", "type": "public-key", "response": {"userHandle": "가"}},
    {"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "e30", "signature": ""}},
    {
        "id": "AA",
        "rawId": "AA",
        "type": "public-key",
        "response": {"clientDataJSON": encode(b"[]"), "authenticatorData": "AAAA", "signature": "AA"},
    },
    {
        "id": "AA",
        "rawId": "AA",
        "type": "public-key",
        "response": {"clientDataJSON": encode(b"{}"), "attestationObject": encode(b"\xbf" * 500)},
    },
]


@pytest.mark.parametrize("junk", JUNK)
async def test_an_answer_that_is_no_credential_is_refused(
    client: Client, conn: Connection, junk: Any
) -> None:
    _, headers = await somebody(conn)
    asked, login = await ask(client, headers), await challenge(client)

    added = await client.post(
        "/api/v1/member/passkeys",
        json={"challengeId": asked["challengeId"], "name": "x", "credential": junk},
        headers=headers,
    )
    logged_in = await client.post(
        "/api/v1/login/passkey", json={"challengeId": login["challengeId"], "credential": junk}
    )

    assert (added.status_code, logged_in.status_code) == (422, 401)


async def test_a_damaged_answer_is_refused(client: Client, conn: Connection) -> None:
    """Every field of a good one, each cut short and each filled with something else."""
    _, headers = await somebody(conn)
    key = Authenticator(counts=False)
    await add(client, headers, key)
    await execute(conn, "DELETE FROM login_attempts")
    for name in ("clientDataJSON", "authenticatorData", "signature"):
        for cut in (True, False):
            asked = await challenge(client)
            good = key.get(asked["options"])
            text: str = good["response"][name]
            good["response"][name] = text[: len(text) // 2] if cut else "A" * len(text)

            answer = await log_in(client, key, asked, response=good["response"])

            assert code(answer) == (401, "passkey_refused"), name
            await execute(conn, "DELETE FROM login_attempts")


async def test_failures_are_counted_like_wrong_passwords(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    await add(client, headers, key)
    other_site(key)

    answers = [await log_in(client, key) for _ in range(6)]

    assert [code(answer) for answer in answers] == [(401, "passkey_refused")] * 5 + [(429, "login_locked")]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 30


async def test_a_passkey_opens_a_locked_account(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    await add(client, headers, key)
    wrong = [
        await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": "wrong"}) for _ in range(6)
    ]

    answer = await log_in(client, key)

    assert code(wrong[-1]) == (429, "login_locked")
    assert answer.status_code == 200


async def test_a_removed_passkey_opens_nothing(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    added = (await add(client, headers, key)).json()["data"]["id"]

    removed = await remove(client, headers, added)
    again = await remove(client, headers, added)
    refused = await log_in(client, key)

    assert (removed.status_code, removed.json()["data"]) == (200, None)
    assert code(again) == (404, "passkey_not_found")
    assert code(refused) == (401, "passkey_refused")


async def remove(
    client: Client, headers: dict[str, str], passkey: int, password: str = PASSWORD
) -> httpx.Response:
    return await client.post(
        f"/api/v1/member/passkeys/{passkey}/remove", json={"currentPw": password}, headers=headers
    )


async def test_a_session_alone_removes_no_passkey(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    key = Authenticator()
    added = (await add(client, headers, key)).json()["data"]["id"]

    answer = await remove(client, headers, added, "wrong")

    assert code(answer) == (422, "invalid_fields")
    assert (await log_in(client, key)).status_code == 200


async def test_nobody_removes_another_members_passkey(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)
    others = await a_passkey(conn, await a_member(conn))

    assert code(await remove(client, headers, others)) == (404, "passkey_not_found")


async def test_a_passkey_that_asks_for_neither_finger_nor_pin_is_no_login(
    client: Client, conn: Connection
) -> None:
    """A mere touch is one factor, and would replace the password and the code of the app."""
    _, headers = await somebody(conn)
    key = Authenticator()
    await add(client, headers, key)
    key.verifies = False

    refused = await log_in(client, key)
    key.verifies = True
    passed = await log_in(client, key)

    assert code(refused) == (401, "passkey_unverified")
    assert "set-cookie" not in refused.headers
    assert passed.status_code == 200


async def test_a_passkey_without_verification_is_not_added(client: Client, conn: Connection) -> None:
    _, headers = await somebody(conn)

    answer = await add(client, headers, Authenticator(verifies=False))

    assert code(answer) == (422, "invalid_fields")


async def test_a_member_has_twenty_at_most(client: Client, conn: Connection) -> None:
    member, headers = await somebody(conn)
    for _ in range(20):
        await a_passkey(conn, member)

    answer = await client.post(
        "/api/v1/member/passkeys/options", json={"currentPw": PASSWORD}, headers=headers
    )

    assert code(answer) == (409, "too_many_passkeys")


async def test_five_passkeys_a_day_are_added_and_all_may_be_removed(client: Client, conn: Connection) -> None:
    """Each one is mailed, as a change of the name or the password is."""
    _, headers = await somebody(conn)
    asked_before = await ask(client, headers)
    added = [await add(client, headers, Authenticator()) for _ in range(5)]

    asked = await client.post(
        "/api/v1/member/passkeys/options", json={"currentPw": PASSWORD}, headers=headers
    )
    sixth = await add(client, headers, Authenticator(), asked_before)
    removed = [await remove(client, headers, one.json()["data"]["id"]) for one in added]

    assert [answer.status_code for answer in added] == 5 * [201]
    assert code(asked) == code(sixth) == (429, "too_many_changes")
    assert [answer.status_code for answer in removed] == 5 * [200]
    assert await fetch_one(conn, int, "SELECT count(*) FROM passkeys") == 0


async def test_passkeys_that_are_added_at_the_same_moment_do_not_pass_the_limit_together(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        _, headers = await somebody(conn)
    for _ in range(4):
        assert (await add(shop.client, headers, Authenticator())).status_code == 201
    asked = [await ask(shop.client, headers) for _ in range(3)]

    answers = await asyncio.gather(*(add(shop.client, headers, Authenticator(), one) for one in asked))

    assert sorted(answer.status_code for answer in answers) == [201, 429, 429]


async def test_whose_session_ends_while_a_passkey_is_added_has_none(shop: Shop) -> None:
    """It would survive the link that takes all factors away, and be left behind by a sub-id that is removed."""
    async with shop.db.transaction() as conn:
        member, headers = await somebody(conn)
    asked = await ask(shop.client, headers)

    async with shop.db.transaction() as ending:
        await members.lock_row(ending, member)
        adding = asyncio.create_task(add(shop.client, headers, Authenticator(), asked))
        await until_one_waits_for_a_lock(shop.db)
        await execute(ending, "UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'")
    refused = await adding

    assert refused.status_code == 401, refused.text
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM passkeys") == 0


@pytest.mark.parametrize("path", ["totp", "totp/disable", "totp/recovery-codes", "passkeys/options"])
async def test_whose_session_ends_while_the_password_is_checked_changes_nothing(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    _, headers = await somebody(conn)
    check = passwords.verify_password

    async def check_for_long(*args: Any, **options: Any) -> bool:
        await execute(conn, "UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'")
        return await check(*args, **options)

    monkeypatch.setattr(passwords, "verify_password", check_for_long)
    refused = await client.post(
        f"/api/v1/member/{path}",
        json={"currentPw": PASSWORD},
        headers={"Authorization": headers["Authorization"]},
    )

    assert refused.status_code == 401, refused.text


async def test_nobody_fills_the_table_with_challenges(client: Client, conn: Connection) -> None:
    await execute(
        conn,
        """
        INSERT INTO passkey_challenges (id, challenge, asked_by, expires_at)
        SELECT gen_random_uuid(), repeat('x', 32)::bytea, 'network:127.0.0.1', now() + interval '5 minutes'
          FROM generate_series(1, 100)
        """,
    )

    full = await client.post("/api/v1/login/passkey-options", json={})
    cookie = devices.remember("", "login:1", key=KEY, now=datetime.now(UTC))
    known = [
        await client.post(
            "/api/v1/login/passkey-options", json={}, headers={"Cookie": f"ieum_device={cookie}"}
        )
        for _ in range(21)
    ]
    await execute(conn, "UPDATE request_counts SET count = 500 WHERE what = 'challenges-known'")
    another = devices.remember("", "login:2", key=KEY, now=datetime.now(UTC))
    too_many_browsers = await client.post(
        "/api/v1/login/passkey-options", json={}, headers={"Cookie": f"ieum_device={another}"}
    )
    await execute(conn, "UPDATE passkey_challenges SET expires_at = now() - interval '1 second'")
    later = await client.post("/api/v1/login/passkey-options", json={})

    assert code(full) == (429, "too_many_requests")
    # The browser of an earlier login is counted apart from others in its network.
    assert [answer.status_code for answer in known] == [200] * 20 + [429]
    # The known browsers of one network share a wider limit, because one account earns any number of cookies.
    assert code(too_many_browsers) == (429, "too_many_requests")
    assert later.status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/login/passkey-options", "/api/v1/login/passkey"])
async def test_another_site_cannot_log_its_visitor_in(client: Client, path: str) -> None:
    answer = await client.post(
        path,
        json={"challengeId": "00000000-0000-0000-0000-000000000000", "credential": {}},
        headers={"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    )

    assert code(answer) == (403, "cross_site_request")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
PARTS = ["clientDataJSON", "authenticatorData", "signature", "attestationObject", "userHandle", "transports"]
SITE = passkeys.site_of(HOME)


@given(
    st.sampled_from(["create", "get"]),
    st.dictionaries(st.sampled_from(PARTS), st.binary(max_size=300).map(encode) | JSON),
    st.dictionaries(st.sampled_from(["id", "rawId", "type", "response", "authenticatorAttachment"]), JSON),
)
def test_any_change_to_an_answer_is_refused_without_an_error(
    ceremony: str, parts: dict[str, Any], outer: dict[str, Any]
) -> None:
    key, asked, customer = Authenticator(counts=False), passkeys.new_challenge(), uuid4()
    options = passkeys.registration_options(
        SITE, asked, shop="x", login_id="x", handle=passkeys.user_handle(customer), registered=[]
    )
    made = passkeys.verify_registration(SITE, asked, key.create(options))
    assert made is not None
    stored = PasskeyOnFile(made.public_key, 0)
    good = key.create(options) if ceremony == "create" else key.get(passkeys.login_options(SITE, asked))
    spoilt = {**good, "response": {**good["response"], **parts}, **outer}

    registered = passkeys.verify_registration(SITE, asked, spoilt)
    count = passkeys.verify_login(SITE, asked, spoilt, stored, handle=passkeys.user_handle(customer))

    signed = {"clientDataJSON", "authenticatorData", "signature", "attestationObject", "id", "rawId"}
    if signed & {*good["response"], *good} & {*parts, *outer} or {"type", "response"} & {*outer}:
        assert registered is None
        assert count is None
