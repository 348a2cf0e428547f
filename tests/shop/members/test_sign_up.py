"""Joining, over HTTP."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from psycopg.errors import RestrictViolation

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders.clients import a_client
from tests.shop.builders.members import SIGN_UP_AGREEMENTS, SIGN_UP_FORM, a_member
from tests.shop.builders.shops import Client, Shop


class Consent(msgspec.Struct):
    document_key: str
    version: str
    agreed: bool
    timed: bool
    ip_address: str
    channel: str


async def sign_up(client: Client, **changed: Any) -> httpx.Response:
    return await client.post("/api/v1/user/sign-up", json=SIGN_UP_FORM | changed)


def fields_of(answer: httpx.Response) -> set[tuple[str, str]]:
    return {(field["name"], field["code"]) for field in answer.json()["fields"]}


async def test_a_visitor_joins_and_every_consent_is_stored_with_version_time_and_address(
    client: Client, conn: Connection
) -> None:
    agreements = [*SIGN_UP_AGREEMENTS, {"key": "sms", "version": "2026-11-20"}]

    answer = await sign_up(client, agreements=agreements)

    assert (answer.status_code, answer.json()) == (201, {"status": 201, "data": {"mberId": "hongkildong"}})
    kept = await fetch_all(
        conn,
        Consent,
        """
        SELECT document_key, version, agreed, recorded_at IS NOT NULL AS timed, host(ip_address) AS ip_address, channel
          FROM consents ORDER BY id
        """,
    )
    assert {consent.document_key: consent.agreed for consent in kept} == {
        "age14": True,
        "terms": True,
        "privacy": True,
        "marketing": False,
        "sms": True,
        "email": False,
    }
    assert {(one.version, one.timed, one.ip_address, one.channel) for one in kept} == {
        ("2026-11-20", True, "127.0.0.1", "web")
    }


@pytest.mark.usefixtures("hashes_of_the_shop")
async def test_the_password_is_stored_only_as_an_argon2id_hash(client: Client, conn: Connection) -> None:
    await sign_up(client)

    kept = await fetch_one(
        conn, str, "SELECT to_jsonb(m)::text FROM members m WHERE login_id = 'hongkildong'"
    )
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in kept
    assert "correct-horse-42" not in kept


async def test_a_member_sees_the_advertising_consents_of_the_sign_up(client: Client) -> None:
    await sign_up(client, agreements=[*SIGN_UP_AGREEMENTS, {"key": "email", "version": "2026-11-20"}])
    login = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": "correct-horse-42"})

    me = await client.get("/api/v1/member", headers={"Authorization": login.headers["authorization"]})

    assert me.json()["data"] == {
        "mberId": "hongkildong",
        "mberNm": "홍길동",
        "email": "hong@example.com",
        "phone": "01012345678",
        "smsRcvYn": "N",
        "mailRcvYn": "Y",
        "point": 0,
        "ipTicket": 0,
        "useSvCnt": 0,
        "expSvCnt": 0,
    }


async def test_a_taken_id_is_refused_and_nothing_is_stored(client: Client, conn: Connection) -> None:
    await a_member(conn, login_id="hongkildong")

    answer = await sign_up(client)

    assert (answer.status_code, fields_of(answer)) == (422, {("mberId", "taken")})
    assert await fetch_one(conn, int, "SELECT count(*) FROM consents") == 0


async def test_two_who_want_the_same_id_at_once_do_not_both_get_it(shop: Shop) -> None:
    names = ("홍길동", "임꺽정", "장길산", "전우치")
    answers = await asyncio.gather(*(sign_up(shop.client, mberNm=name) for name in names))

    assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422]


@pytest.mark.parametrize(
    ("agreements", "wrong"),
    [
        pytest.param(
            SIGN_UP_AGREEMENTS[:2], {("agreements.privacy", "required")}, id="a required one missing"
        ),
        pytest.param(
            [*SIGN_UP_AGREEMENTS[:2], {"key": "privacy", "version": "2020-01-01"}],
            {("agreements.privacy", "outdated")},
            id="an old version",
        ),
        pytest.param(
            [*SIGN_UP_AGREEMENTS, {"key": "order-confirm", "version": "2026-11-22"}],
            {("agreements.order-confirm", "outdated")},
            id="a text of another screen",
        ),
        pytest.param(
            [*SIGN_UP_AGREEMENTS, {"key": "\0", "version": "\0"}],
            {("agreements.\0", "outdated")},
            id="NUL characters",
        ),
    ],
)
async def test_agreements_must_be_complete_and_current(
    client: Client, conn: Connection, agreements: list[dict[str, str]], wrong: set[tuple[str, str]]
) -> None:
    answer = await sign_up(client, agreements=agreements)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")
    assert fields_of(answer) == wrong
    assert await fetch_one(conn, int, "SELECT count(*) FROM members") == 0


async def test_a_newer_text_that_is_in_force_is_the_one_to_agree_to(client: Client, conn: Connection) -> None:
    await execute(
        conn,
        """
        INSERT INTO agreement_documents (key, version, purpose, position, required, title, body, effective_at)
        VALUES ('terms', '2027-01-01', 'sign-up', 2, true, '이용약관', '새 약관', now() - interval '1 second'),
               ('privacy', '2099-01-01', 'sign-up', 3, true, '개인정보', '아직 아님', now() + interval '1 day')
        """,
    )

    listed = (await client.get("/api/v1/agreements?for=sign-up")).json()["data"]
    answer = await sign_up(client)

    versions = {document["key"]: document["version"] for document in listed}
    assert (versions["terms"], versions["privacy"]) == ("2027-01-01", "2026-11-20")
    assert fields_of(answer) == {("agreements.terms", "outdated")}


async def test_the_agreements_are_listed_in_order_with_the_required_ones_marked(client: Client) -> None:
    listed = (await client.get("/api/v1/agreements?for=sign-up")).json()["data"]

    assert [(text["key"], text["required"]) for text in listed] == [
        ("age14", True),
        ("terms", True),
        ("privacy", True),
        ("marketing", False),
        ("sms", False),
        ("email", False),
    ]
    assert all(set(text) == {"key", "version", "title", "body", "required", "text"} for text in listed)
    assert all(text["body"] for text in listed)


async def test_wrong_fields_are_named_in_korean(client: Client) -> None:
    answer = await sign_up(client, mberId="x", phone="02-123-4567")

    problem = answer.json()
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert (problem["status"], problem["code"]) == (422, "invalid_fields")
    assert [field["name"] for field in problem["fields"]] == ["mberId", "phone"]
    assert "아이디는" in problem["fields"][0]["detail"]


@pytest.mark.parametrize("change", ["UPDATE consents SET agreed = true", "DELETE FROM consents"])
async def test_a_consent_can_be_neither_changed_nor_deleted(
    client: Client, conn: Connection, change: str
) -> None:
    await sign_up(client)

    with pytest.raises(RestrictViolation):
        async with conn.transaction():
            await conn.execute(change.encode())


async def test_thirty_sign_ups_a_minute_come_from_one_address(client: Client, conn: Connection) -> None:
    """Each sends a mail or an SMS to whatever address and number it names."""
    await execute(
        conn,
        """
        INSERT INTO request_counts (what, who, since, count)
        SELECT 'sign-up', '127.0.0.1', date_trunc('minute', now()) + make_interval(mins => n), 29
          FROM generate_series(0, 1) AS n
        """,
    )

    thirtieth, next_one = [await sign_up(client, mberId=login_id) for login_id in ("thirtieth", "next_one")]

    assert thirtieth.status_code == 201
    assert (next_one.status_code, next_one.json()["code"]) == (429, "too_many_requests")
    assert 0 < int(next_one.headers["Retry-After"]) <= 60
    assert await fetch_all(conn, str, "SELECT login_id FROM members") == ["thirtieth"]


async def test_sixty_members_an_hour_join_from_one_network(client: Client, conn: Connection) -> None:
    """The attack: accounts without end, each of which may hold addresses without paying."""
    await execute(
        conn,
        """
        INSERT INTO request_counts (what, who, since, count)
        SELECT 'joined', '127.0.0.1', date_trunc('hour', now()) + make_interval(hours => n), 59
          FROM generate_series(0, 1) AS n
        """,
    )

    sixtieth, next_one = [await sign_up(client, mberId=login_id) for login_id in ("sixtieth", "next_one")]

    assert sixtieth.status_code == 201
    assert (next_one.status_code, next_one.json()["code"]) == (429, "too_many_sign_ups")
    assert 0 < int(next_one.headers["Retry-After"]) <= 3600
    wait = seoul.wait(int(next_one.headers["Retry-After"]))
    assert f"{wait} 뒤에 다시 시도해 주세요. 와이파이 대신" in next_one.json()["detail"]
    assert await fetch_all(conn, str, "SELECT login_id FROM members") == ["sixtieth"]


async def test_how_many_join_an_hour_is_a_setting_and_a_network_is_a_48(
    client: Client, app: Litestar, conn: Connection
) -> None:
    del client  # the sandbox's
    await execute(conn, "UPDATE site_config SET sign_ups_an_hour = 1")
    addresses = ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:2:1::1"]

    answers: list[int] = []
    for number, address in enumerate(addresses):
        async with a_client(app, address=address) as caller:
            answers.append((await sign_up(caller, mberId=f"neighbour{number}")).status_code)

    assert answers == [201, 429, 201]


async def test_forms_that_make_no_member_keep_nobody_of_the_network_out(
    client: Client, conn: Connection
) -> None:
    await execute(conn, "UPDATE site_config SET sign_ups_an_hour = 2")
    first = await sign_up(client, mberId="hongkildong")

    wrong = [await sign_up(client, mberId="hongkildong", mberNm="김길동") for _ in range(4)]
    repeated = await sign_up(client, mberId="hongkildong")
    second = await sign_up(client, mberId="kimkildong")

    assert [answer.status_code for answer in wrong] == 4 * [422]
    assert (first.status_code, repeated.status_code, second.status_code) == (201, 201, 201)


async def test_who_joins_at_the_same_moment_does_not_pass_the_limit_together(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET sign_ups_an_hour = 2")

    answers = await asyncio.gather(*(sign_up(shop.client, mberId=f"neighbour{n}") for n in range(5)))

    assert sorted(answer.status_code for answer in answers) == [201, 201, 429, 429, 429]
