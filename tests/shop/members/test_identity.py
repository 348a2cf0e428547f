"""Identity verification: only what the provider tells the server counts."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.verification import service
from ieum.shop.members.verification.portone import PortOneClient
from ieum.shop.members.verification.provider import NotVerified, Person
from tests.shop.builders.clients import a_client
from tests.shop.builders.members import SIGN_UP_FORM
from tests.shop.builders.shops import Client
from tests.shop.builders.verifications import both_on, identify_at_window, let_verifications_age, problem_of
from tests.shop.builders.wire import Wire


@pytest.fixture(autouse=True)
async def asks_for_a_phone(conn: Connection) -> None:
    await both_on(conn)


async def start(client: Client, **changed: str) -> dict[str, str]:
    answer = await client.post("/api/v1/identity-verifications", json={"purpose": "sign-up"} | changed)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


async def confirm(client: Client, verification: str) -> httpx.Response:
    return await client.post(f"/api/v1/identity-verifications/{verification}/confirm", json={})


async def a_verified(client: Client, sandbox: httpx.AsyncClient, **person: str) -> str:
    begun = await start(client)
    await identify_at_window(sandbox, begun, "verify", **person)
    answer = await confirm(client, begun["id"])
    assert answer.status_code == 200, answer.text
    return begun["id"]


async def test_the_browser_gets_the_arguments_of_the_providers_script(client: Client) -> None:
    begun = await start(client)

    assert begun | {"id": ""} == {
        "id": "",
        "storeId": "ieum-sandbox-store",
        "channelKey": "ieum-sandbox-channel",
        "sdkUrl": "http://localhost:8001/portone/v2/browser-sdk.js",
    }
    assert UUID(begun["id"]).version == 4


async def test_a_verified_person_brings_name_and_number(client: Client, sandbox: httpx.AsyncClient) -> None:
    begun = await start(client)
    await identify_at_window(sandbox, begun, "verify")

    first, again = await confirm(client, begun["id"]), await confirm(client, begun["id"])

    data = first.json()["data"]
    assert (data["id"], data["name"], data["phone"]) == (begun["id"], "홍길동", "01012345678")
    assert again.json() == first.json()


async def test_a_person_of_another_script_with_the_number_of_their_country_joins(
    client: Client, sandbox: httpx.AsyncClient
) -> None:
    begun = await start(client)
    await identify_at_window(
        sandbox, begun, "verify", name="Maximilian Jose\u0301 O’Brien-Kim", phone="+82 10-1234-5678"
    )

    person = (await confirm(client, begun["id"])).json()["data"]
    joined = await client.post(
        "/api/v1/user/sign-up",
        json=SIGN_UP_FORM
        | {"authType": "identity", "phoneVerificationId": begun["id"]}
        | {"mberNm": person["name"], "phone": "+82 (0)10 1234 5678"},
    )

    assert (person["name"], person["phone"]) == ("Maximilian José O’Brien-Kim", "01012345678")
    assert joined.status_code == 201, joined.text


async def test_a_visitor_joins_with_an_identity_and_its_hash_is_stored(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    verification = await a_verified(client, sandbox)
    proven = {"authType": "identity", "phoneVerificationId": verification}

    answer = await client.post("/api/v1/user/sign-up", json=SIGN_UP_FORM | proven)
    twice = await client.post("/api/v1/user/sign-up", json=SIGN_UP_FORM | proven | {"mberId": "hongkildong2"})

    assert answer.status_code == 201, answer.text
    assert problem_of(twice) == (422, "verification_required")
    [kept] = await fetch_all(conn, bytes, "SELECT person_hash FROM member_identities")
    assert len(kept) == 32


async def test_the_same_person_has_the_same_hash_and_another_has_another(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    for changed in ({}, {"phone": "010-9999-8888"}, {"birth_date": "1990-01-02"}):
        await a_verified(client, sandbox, **changed)

    first, second, third = await fetch_all(
        conn, bytes, "SELECT person_hash FROM verifications ORDER BY created_at"
    )
    assert first == second != third


async def test_nothing_else_of_the_person_is_stored(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    await a_verified(client, sandbox)

    kept = await fetch_one(conn, str, "SELECT to_jsonb(v)::text FROM verifications v")

    assert "01012345678" in kept
    assert not any(secret in kept for secret in ("홍길동", "1990", "ci:", "di:"))


async def test_an_identity_proves_the_phone_of_the_form_alone(
    client: Client, sandbox: httpx.AsyncClient
) -> None:
    verification = await a_verified(client, sandbox, phone="010-9999-8888")

    answer = await client.post(
        "/api/v1/user/sign-up",
        json=SIGN_UP_FORM | {"authType": "identity", "phoneVerificationId": verification},
    )

    assert problem_of(answer) == (422, "verification_mismatch")


async def test_an_identity_that_only_the_browser_reports_is_refused(client: Client, conn: Connection) -> None:
    begun = await start(client)

    answer = await confirm(client, begun["id"])

    assert problem_of(answer) == (409, "identity_failed")
    assert await fetch_one(conn, int, "SELECT count(*) FROM verifications WHERE verified_at IS NOT NULL") == 0


@pytest.mark.parametrize(
    ("outcome", "person", "detail"),
    [
        pytest.param("cancel", {}, "본인인증에 실패했습니다.", id="given up"),
        pytest.param(
            "verify", {"birth_date": "2020-01-01"}, "만 14세 미만은 가입할 수 없습니다.", id="a child"
        ),
        pytest.param(
            "verify", {"phone": ""}, "휴대폰 번호와 생년월일을 확인할 수", id="a contract without numbers"
        ),
    ],
)
async def test_a_refused_person_is_told_why(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    outcome: str,
    person: dict[str, str],
    detail: str,
) -> None:
    begun = await start(client)
    await identify_at_window(sandbox, begun, outcome, **person)

    answer = await confirm(client, begun["id"])

    assert problem_of(answer) == (409, "identity_failed")
    assert detail in answer.json()["detail"]
    assert await fetch_one(conn, int, "SELECT count(*) FROM verifications WHERE target IS NOT NULL") == 0


async def test_a_provider_that_cannot_be_reached_may_be_asked_again(
    client: Client, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    begun = await start(client)
    await identify_at_window(sandbox, begun, "verify")
    wire.down = True
    refused = await confirm(client, begun["id"])
    wire.down = False

    assert problem_of(refused) == (409, "identity_failed")
    assert "잠시 후" in refused.json()["detail"]
    assert (await confirm(client, begun["id"])).status_code == 200


async def test_an_identity_that_took_too_long_has_to_be_started_again(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    begun = await start(client)
    await identify_at_window(sandbox, begun, "verify")
    await let_verifications_age(conn, timedelta(minutes=31))

    for verification in (begun["id"], str(uuid4())):
        assert problem_of(await confirm(client, verification)) == (409, "identity_failed")
    assert wire.sent == []


async def test_the_provider_is_asked_a_limited_number_of_times(client: Client, wire: Wire) -> None:
    begun = await start(client)

    for _ in range(25):
        await confirm(client, begun["id"])

    assert wire.count("identity-verifications") == 20


async def test_a_code_is_not_accepted_as_an_identity_nor_the_other_way_round(
    client: Client, conn: Connection
) -> None:
    begun = await start(client)
    code = await client.post(f"/api/v1/verifications/{begun['id']}/confirm", json={"code": "000000"})
    asked = await client.post(
        "/api/v1/verifications", json={"channel": "phone", "target": "01012345678", "purpose": "sign-up"}
    )
    identity = await confirm(client, asked.json()["data"]["id"])

    assert problem_of(code) == (409, "code_used_up")
    assert problem_of(identity) == (409, "identity_failed")
    assert await fetch_one(conn, int, "SELECT sum(tries) FROM verifications") == 0


async def test_without_a_provider_identities_cannot_be_verified(
    client: Client, app: Litestar, settings: Settings
) -> None:
    begun = await start(client)
    app.state.settings = msgspec.structs.replace(settings, identity=None)
    app.state.identity_provider = None

    answers = [
        await client.post("/api/v1/identity-verifications", json={"purpose": "sign-up"}),
        await confirm(client, begun["id"]),
    ]

    assert [problem_of(answer) for answer in answers] == [(409, "identity_unavailable")] * 2
    assert (await client.get("/api/v1/config/info")).json()["data"]["identityYn"] == "N"


async def test_where_no_phone_is_verified_no_identity_can_be_started(
    client: Client, conn: Connection
) -> None:
    await execute(conn, "UPDATE site_config SET phone_verification = false")

    answer = await client.post("/api/v1/identity-verifications", json={"purpose": "sign-up"})

    assert problem_of(answer) == (409, "identity_unavailable")


@pytest.mark.usefixtures("client")
async def test_identities_count_towards_the_limit_of_their_network(app: Litestar) -> None:
    async with a_client(app, address="203.0.113.7") as caller:
        for _ in range(30):
            await start(caller)
        answer = await caller.post("/api/v1/identity-verifications", json={"purpose": "sign-up"})

    assert problem_of(answer) == (429, "too_many_codes")


async def test_a_change_of_phone_may_be_proved_by_an_identity(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    begun = await start(client, purpose="change")
    await identify_at_window(sandbox, begun, "verify")
    await confirm(client, begun["id"])

    await service.spend(conn, begun["id"], channel="phone", target="010-1234-5678", purpose="change")


VERIFICATION = uuid4()
VERIFIED: dict[str, Any] = {
    "id": str(VERIFICATION),
    "status": "VERIFIED",
    "verifiedCustomer": {
        "name": "홍길동",
        "birthDate": "1990-01-01",
        "phoneNumber": "01012345678",
        "ci": "C" * 88,
        "di": "D" * 64,
        "aFieldOfTomorrow": 1,
    },
}


def portone(status: int, body: Any) -> tuple[PortOneClient, list[httpx.Request]]:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        content = body if isinstance(body, bytes) else msgspec.json.encode(body)
        return httpx.Response(status, content=content)

    client = PortOneClient(
        "https://portone.example", "secret", store_id="store-1", transport=httpx.MockTransport(answer)
    )
    return client, asked


async def test_the_provider_is_asked_for_our_store_with_our_secret() -> None:
    client, asked = portone(200, VERIFIED)

    found = await client.find(VERIFICATION)

    assert (
        str(asked[0].url) == f"https://portone.example/identity-verifications/{VERIFICATION}?storeId=store-1"
    )
    assert asked[0].headers["authorization"] == "PortOne secret"
    assert found == Person("홍길동", "01012345678", date(1990, 1, 1), "ci:" + "C" * 88)


@pytest.mark.parametrize(
    ("customer", "key"),
    [({"name": "홍길동", "di": "D"}, "di:D"), ({"name": "홍길동", "ci": None, "di": None}, None)],
)
async def test_a_field_that_the_providers_contract_leaves_out_is_none(
    customer: dict[str, Any], key: str | None
) -> None:
    client, _ = portone(200, VERIFIED | {"verifiedCustomer": customer})

    assert await client.find(VERIFICATION) == Person("홍길동", None, None, key)


@pytest.mark.parametrize(
    ("status", "body", "found"),
    [
        (200, {"id": str(VERIFICATION), "status": "READY"}, NotVerified.WAITING),
        (200, {"id": str(VERIFICATION), "status": "FAILED", "failure": {}}, NotVerified.FAILED),
        (200, VERIFIED | {"id": "another"}, NotVerified.WAITING),
        (200, {"id": str(VERIFICATION), "status": "VERIFIED"}, NotVerified.WAITING),
        (200, b"<html>", NotVerified.UNREACHABLE),
        (404, {"type": "IDENTITY_VERIFICATION_NOT_FOUND"}, NotVerified.WAITING),
        (401, {"type": "UNAUTHORIZED"}, NotVerified.UNREACHABLE),
        (500, b"", NotVerified.UNREACHABLE),
    ],
)
async def test_any_answer_without_a_verified_person_is_none(
    status: int, body: Any, found: NotVerified
) -> None:
    client, _ = portone(status, body)

    assert await client.find(VERIFICATION) is found
