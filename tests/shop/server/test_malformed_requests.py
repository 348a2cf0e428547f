"""What callers send that is not a request: never our fault, always the documented problem."""

from functools import cache
from typing import Any, NamedTuple

import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection
from tests.cases import Cases
from tests.shop.builders.clients import break_off
from tests.shop.builders.document import openapi_document
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff

WEBHOOK, USAGE = "/api/v1/payments/webhooks/toss", "/gateway/v1/usage"
CONTENT = "/api/v1/console/content"
LOGO = "/api/v1/console/settings/logo"
# A gateway reports on all its devices at once; a file of addresses has twenty thousand lines; a text is long, and a
# file comes in base64.
LIMITS = {
    ("POST", USAGE): 4 * 1024 * 1024,
    ("POST", "/api/v1/console/addresses/import"): 4 * 1024 * 1024,
    ("POST", "/api/v1/console/addresses/import/preview"): 4 * 1024 * 1024,
    ("POST", f"{CONTENT}/rendering"): 1024 * 1024,
    ("POST", "/api/v1/console/changes/content.write"): 1024 * 1024,
    ("POST", f"{CONTENT}/files"): 8 * 1024 * 1024,
    ("POST", f"{LOGO}/preview"): 3 * 1024 * 1024,
    ("PUT", LOGO): 3 * 1024 * 1024,
}


class Call(NamedTuple):
    """A call that takes JSON; nothing is found under the ids in its path."""

    method: str
    path: str
    who: str
    has_required_fields: bool


@cache
def json_calls() -> tuple[Call, ...]:
    """Every call of the OpenAPI document that takes JSON, so that a new one is tested by itself."""
    document = openapi_document()
    return tuple(
        Call(
            method.upper(),
            _without_parameters(path, operation),
            _caller(path, operation),
            has_required_fields=bool(_body_schema(document, operation).get("required")),
        )
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    )


def _body_schema(document: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    return (
        document["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    )


def _without_parameters(path: str, operation: dict[str, Any]) -> str:
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            is_uuid = parameter["schema"].get("format") == "uuid"
            value = "00000000-0000-4000-8000-000000000000" if is_uuid else "1"
            path = path.replace(f"{{{parameter['name']}}}", value)
    return path


def _caller(path: str, operation: dict[str, Any]) -> str:
    if path.startswith("/api/v1/console/"):
        return "staff"
    if path.startswith("/gateway/"):
        return "gateway"
    return "member" if "401" in operation["responses"] and "login" not in path else "nobody"


BROKEN = {
    "cut off": b'{"a": 1',
    "not JSON": b"{'a': 1}",
    "not UTF-8": b"\xff\xfe\x00",
    "half a surrogate pair": b'{"a": "\\ud800"}',
    "a surrogate in UTF-8": b'{"a": "\xed\xa0\x80"}',
    "a number out of range": b'{"a": 1e999}',
    "an integer of 6,000 digits": b'{"a": ' + b"9" * 6000 + b"}",
    "NaN": b'{"a": NaN}',
    "20,000 lists in one another": b"[" * 20_000 + b"]" * 20_000,
}
UNFIT = {
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "a text": b'"x"',
    "a number": b"7",
    "an empty object": b"{}",
}
type Callers = dict[str, dict[str, str]]


@pytest.fixture
async def callers(conn: Connection) -> Callers:
    """The headers of those who may make the calls."""
    await a_gateway(conn, token="gw_malformed")
    return {
        "staff": (await a_staff(conn, owner=True)).headers,
        "member": await a_login(conn, await a_member(conn)),
        "gateway": {"Authorization": "Bearer gw_malformed"},
        "nobody": {},
    }


async def test_a_body_that_is_no_json_is_malformed(
    client: Client, conn: Connection, callers: Callers
) -> None:
    cases = Cases()

    for call in json_calls():
        headers = callers[call.who] | {"Content-Type": "application/json"}
        async with conn.transaction(force_rollback=True):
            for what, body in BROKEN.items():
                with cases.case(f"{call.method} {call.path}, {what}"):
                    answer = await client.request(call.method, call.path, content=body, headers=headers)

                    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_request"), (
                        answer.text
                    )
                    assert answer.headers["content-type"].startswith("application/problem+json")

    cases.assert_right(at_least=200 * len(BROKEN))


async def test_json_of_the_wrong_type_or_without_its_fields_is_refused(
    client: Client, conn: Connection, callers: Callers
) -> None:
    cases = Cases()

    for call in json_calls():
        headers = callers[call.who] | {"Content-Type": "application/json"}
        async with conn.transaction(force_rollback=True):
            for what, body in UNFIT.items():
                with cases.case(f"{call.method} {call.path}, {what}"):
                    answer = await client.request(call.method, call.path, content=body, headers=headers)

                    if call.path == WEBHOOK and body:
                        assert answer.status_code == 200
                    elif body == b"{}" and not call.has_required_fields:
                        # It is what the call asks for; what is wrong is the id in the path.
                        assert answer.status_code in {404, 409}, answer.text
                    else:
                        assert answer.status_code in {400, 422}, answer.text
                        assert answer.headers["content-type"].startswith("application/problem+json")

    cases.assert_right(at_least=200 * len(UNFIT))


async def test_a_body_that_breaks_off_is_no_error_of_ours(
    app: Litestar, conn: Connection, callers: Callers, caplog: pytest.LogCaptureFixture
) -> None:
    cases = Cases()

    for call in json_calls():
        headers = callers[call.who] | {"Content-Type": "application/json"}
        caplog.clear()
        with cases.case(f"{call.method} {call.path}"):
            async with conn.transaction(force_rollback=True):
                answer = await break_off(app, call.method, call.path, headers, b'{"a": ')

            assert answer == (400, "malformed_request")
            assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []

    cases.assert_right(at_least=200)


async def test_a_body_over_the_limit_is_too_large(client: Client, conn: Connection, callers: Callers) -> None:
    cases = Cases()

    for call in json_calls():
        body = b'{"a": "' + b"x" * LIMITS.get((call.method, call.path), 64 * 1024) + b'"}'
        with cases.case(f"{call.method} {call.path}"):
            async with conn.transaction(force_rollback=True):
                answer = await client.request(call.method, call.path, content=body, headers=callers[call.who])

            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    cases.assert_right(at_least=200)


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
async def test_unknown_paths_and_methods_answer_with_a_problem(
    client: Client, method: str, path: str, status: int
) -> None:
    answer = await client.request(method, path)

    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert problem["status"] == status
    assert set(problem) >= {"status", "title", "detail", "code"}
    assert any("가" <= letter <= "힣" for letter in problem["detail"])


async def test_our_own_error_is_answered_without_its_details(
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
