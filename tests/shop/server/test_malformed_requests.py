"""What callers send that is not a request: never our fault, always the documented problem."""

import pytest

from ieum.shop.kernel.db import Connection
from tests.shop.builders.fleet import a_gateway
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.shops import Client

POSTS = {
    "/api/login": None,
    "/api/v1/user/sign-up": None,
    "/api/v1/user/check-id": None,
    "/api/v1/user/find-id": None,
    "/api/v1/user/find-id/confirm": None,
    "/api/v1/user/reset-password": None,
    "/api/v1/user/reset-password/confirm": None,
    "/api/v1/identity-verifications": None,
    "/api/v1/verifications": None,
    "/api/v1/verifications/00000000-0000-4000-8000-000000000000/confirm": None,
    "/api/v1/home/client-error": None,
    "/api/v1/home/visit": None,
    "/api/v1/payments/webhooks/toss": None,
    "/api/v1/orders/quote": "member",
    "/api/v1/orders": "member",
    "/api/v1/payments/confirm": "member",
    "/api/v1/payments/fail": "member",
    "/api/v1/services/1/devices": "member",
    "/gateway/v1/ack": "gateway",
    "/gateway/v1/usage": "gateway",
}
BROKEN = [
    pytest.param(b'{"a": 1', id="cut off"),
    pytest.param(b"{'a': 1}", id="not JSON"),
    pytest.param(b"\xff\xfe\x00", id="not UTF-8"),
    pytest.param(b'{"a": "\\ud800"}', id="half a surrogate pair"),
    pytest.param(b'{"a": "\xed\xa0\x80"}', id="a surrogate in UTF-8"),
    pytest.param(b'{"a": 1e999}', id="a number out of range"),
    pytest.param(b'{"a": ' + b"9" * 6000 + b"}", id="an integer of 6,000 digits"),
    pytest.param(b'{"a": NaN}', id="NaN"),
    pytest.param(b"[" * 20_000 + b"]" * 20_000, id="20,000 lists in one another"),
]


async def headers_for(conn: Connection, who: str | None) -> dict[str, str]:
    if who == "member":
        return await a_login(conn, await a_member(conn))
    if who == "gateway":
        await a_gateway(conn, token="gw_malformed")
        return {"Authorization": "Bearer gw_malformed"}
    return {}


@pytest.mark.parametrize(("path", "who"), POSTS.items())
@pytest.mark.parametrize("body", BROKEN)
async def test_what_is_no_json_is_malformed(
    client: Client, conn: Connection, path: str, who: str | None, body: bytes
) -> None:
    headers = await headers_for(conn, who) | {"Content-Type": "application/json"}

    answer = await client.post(path, content=body, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_request"), answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")


@pytest.mark.parametrize(("path", "who"), POSTS.items())
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"null", id="null"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'"x"', id="a text"),
        pytest.param(b"7", id="a number"),
        pytest.param(b"{}", id="an empty object"),
    ],
)
async def test_json_of_another_shape_is_named_as_wrong_input(
    client: Client, conn: Connection, path: str, who: str | None, body: bytes
) -> None:
    answer = await client.post(path, content=body, headers=await headers_for(conn, who))

    if path == "/api/v1/payments/webhooks/toss" and body:
        assert answer.status_code == 200
        return
    assert answer.status_code in {400, 422}, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")


@pytest.mark.parametrize(("path", "who"), POSTS.items())
async def test_a_body_over_the_limit_is_too_large(
    client: Client, conn: Connection, path: str, who: str | None
) -> None:
    limit = 4 * 1024 * 1024 if path == "/gateway/v1/usage" else 64 * 1024
    body = b'{"a": "' + b"x" * limit + b'"}'

    answer = await client.post(path, content=body, headers=await headers_for(conn, who))

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/no-such-call", 404),
        ("POST", "/api/v1/no-such-call", 404),
        ("POST", "/api/v1/config/info", 405),
        ("DELETE", "/api/login", 405),
        ("GET", "/api/v1/services/abc", 404),
        ("GET", "/gateway/v1/nothing", 404),
        ("GET", "/api/v1/agreements", 422),
        ("GET", "/api/v1/agreements?for=nothing", 422),
        ("GET", "/api/v1/catalog/plans", 422),
        ("GET", "/api/v1/catalog/plans?kind=%00", 422),
    ],
)
async def test_what_is_not_there_is_said_in_the_same_form(
    client: Client, method: str, path: str, status: int
) -> None:
    answer = await client.request(method, path)

    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert problem["status"] == status
    assert set(problem) >= {"status", "title", "detail", "code"}
    assert any("가" <= letter <= "힣" for letter in problem["detail"])


async def test_our_own_mistake_is_told_without_its_trace(
    client: Client, conn: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    async with conn.transaction():
        await conn.execute("ALTER TABLE visits RENAME TO visits_elsewhere")

    answer = await client.post(
        "/api/v1/home/visit",
        json={"ipAddress": "", "referrerUrl": "secret-thing", "landingUrl": "", "keyword": ""},
    )

    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert "visits" not in answer.text
    assert "POST /api/v1/home/visit" in caplog.text
