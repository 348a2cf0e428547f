"""Every call of the OpenAPI document, asked with what fits it and with what does not: always as documented."""

# Schemathesis hands out partly unknown types.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownParameterType=false
# pyright: reportMissingTypeArgument=false

import asyncio
import os
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, cast
from uuid import UUID

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ieum.dev.sandbox.app import app_of
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.world import World
from ieum.shop.kernel.db import PooledDatabase, execute, fetch_one
from ieum.shop.kernel.http import SAFE_METHODS
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.verification.portone import PortOneClient
from ieum.shop.pages.web_app import Site
from ieum.shop.payments.provider import Channel
from ieum.shop.payments.toss import TossClient
from ieum.shop.server.app import create_app
from tests.cases import Cases
from tests.conftest import Cluster
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import HOME, a_client, within
from tests.shop.builders.document import openapi_document
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.members import (
    PASSWORD,
    PASSWORD_HASH,
    SIGN_UP_AGREEMENTS,
    a_login,
    a_member,
    a_session,
)
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.services import a_service
from tests.shop.builders.staff import a_staff

DOCUMENT = openapi_document()
PROPERTIES = {
    name for schema in DOCUMENT["components"]["schemas"].values() for name in schema.get("properties", ())
}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# `make soak` asks this often of each call. The gate asks the less, the less there is that could be otherwise.
SOAK = int(os.environ.get("IEUM_FUZZ_EXAMPLES", "0"))
MOST_EXAMPLES = SOAK or 15
# Of a console's call: staff are few, and known.
CONSOLE, MOST_CONSOLE_EXAMPLES = "/api/v1/console/", max(MOST_EXAMPLES // 4, 4)
DOORS = {
    f"{call} {CONSOLE}{path}"
    for call, path in (
        ("POST", "session"),
        ("DELETE", "session"),
        ("POST", "session/passkey"),
        ("POST", "session/passkey/challenge"),
        ("POST", "invitations/look-up"),
        ("POST", "invitations/acceptance"),
    )
}
# Longer texts are never generated, and to find out which ones a pattern allows takes seconds for millions of letters.
LONGEST_TEXT = 2_000


def shortened(schema: Any) -> Any:
    """The document with no longer texts than these where a pattern is to be met."""
    match schema:
        case {"pattern": str(), "maxLength": int(most)}:
            return schema | {"maxLength": min(most, LONGEST_TEXT)}
        case dict():
            return {name: shortened(part) for name, part in cast("dict[str, Any]", schema).items()}
        case list():
            return [shortened(part) for part in cast("list[Any]", schema)]
        case _:
            return schema


# Mostly days of the shop's time, and often the ends of the calendar, which fit the document and not the calls.
_DAYS = st.sampled_from(("0001-01-01", "9999-12-31", "2026-11-20", "2027-01-31"))
schemathesis.openapi.format("date", _DAYS)
schemathesis.openapi.format(
    "date-time",
    st.builds("{}T{}".format, _DAYS, st.sampled_from(("00:00:00Z", "23:59:59+09:00", "00:00:00+14:00"))),
)

SCHEMA = schemathesis.openapi.from_dict(shortened(DOCUMENT))
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)}


# Any text is a name, any JSON is a hint.
NEVER_WRONG = {
    "GET /api/v1/pg/{pg_name}",
    "GET /api/v1/notices/{slug}",
    "GET /api/v1/faqs/{slug}",
    "GET /api/v1/guides/{os}",
    "GET /api/v1/content-pages/{slug}",
    "GET /api/v1/legal/{slug}",
    "POST /api/v1/payments/webhooks/toss",
    # They take nothing but the name of the browser.
    "DELETE /api/v1/console/session",
    "POST /api/v1/console/session/passkey/challenge",
}


# They ask for a password, a code or a token, and answer 401 if it is wrong.
MAY_BE_401 = ("login", "stream", "enrol", "console/me/password")


def takes_input(operation: Any) -> bool:
    return bool(operation.body) or any(operation.iter_parameters())


def examples_of(label: str) -> int:
    """How often a call is asked."""
    most = MOST_CONSOLE_EXAMPLES if CONSOLE in label else MOST_EXAMPLES
    return most if SOAK else min(most, 2 + values_of(label))


def values_of(label: str) -> int:
    """How many values a call takes, in its address and its body; of a choice, each of what can be chosen."""
    method, _, path = label.partition(" ")
    operation = DOCUMENT["paths"][path][method.lower()]
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    return sum(_leaves(part["schema"]) for part in (*operation.get("parameters", []), *bodies))


def _leaves(schema: dict[str, Any], inside: frozenset[str] = frozenset()) -> int:
    match schema:
        case {"$ref": str(name)}:
            if name in inside:
                return 1
            return _leaves(DOCUMENT["components"]["schemas"][name.rpartition("/")[2]], inside | {name})
        case {"oneOf": parts} | {"anyOf": parts} | {"allOf": parts}:
            return sum(_leaves(part, inside) for part in parts)
        case {"properties": properties}:
            return sum(_leaves(part, inside) for part in properties.values())
        case {"items": dict(items)}:
            return 1 + _leaves(cast("dict[str, Any]", items), inside)
        case _:
            choices: list[Any] = [True, False] if schema.get("type") == "boolean" else schema.get("enum", [])
            return max(len(choices), 1)


class Fuzzed(NamedTuple):
    """A shop to be asked anything. Its loop runs while it answers: a thread of its own would wait for the other one."""

    loop: asyncio.AbstractEventLoop
    client: httpx.AsyncClient
    member: dict[str, str]
    staff: dict[str, str]
    # What there really is, so that not every question ends at "not found".
    real: dict[str, Any]
    db: PooledDatabase

    async def demand_proof(self, wanted: bool) -> None:
        """Whether a sign-up needs a verified number or address: only then are codes sent."""
        async with self.db.connection() as conn:
            await execute(
                conn,
                "UPDATE site_config SET phone_verification = %(on)s, mail_verification = %(on)s",
                on=wanted,
            )

    async def forget_attempts(self) -> None:
        """A locked account answers nothing but that it is locked, and takes its time over it."""
        async with self.db.connection() as conn:
            await execute(conn, "DELETE FROM login_attempts")

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        if request.method not in SAFE_METHODS:
            await self.forget_attempts()
        return await self.client.send(request)

    def send(self, request: requests.PreparedRequest) -> httpx.Response:
        assert request.url is not None
        body = request.body.encode() if isinstance(request.body, str) else cast("bytes | None", request.body)
        headers = cast("dict[str, str]", dict(request.headers))
        try:
            ready = self.client.build_request(
                request.method or "GET", request.url, headers=headers, content=body
            )
        except (httpx.InvalidURL, UnicodeEncodeError, ValueError):
            reject()
        answer = self.loop.run_until_complete(self._answer(ready))
        answer.elapsed = requests.Response().elapsed
        return answer


@asynccontextmanager
async def a_shop(
    url: str, usual: Settings
) -> AsyncGenerator[tuple[httpx.AsyncClient, dict[str, str], dict[str, str], dict[str, Any], PooledDatabase]]:
    db, site = PooledDatabase(url, size=4), Site(usual)
    outside = within(app_of(World(SandboxSettings())))
    secrets = {Channel.NORMAL: usual.toss_normal.secret, Channel.BILLING: usual.toss_billing.secret}
    provider = TossClient("http://sandbox/toss", secrets, transport=outside)
    identities = PortOneClient("http://sandbox/portone", "wrong", store_id="store", transport=outside)
    await db.open()
    async with db.transaction() as conn:
        # No guess at a number logs the member out.
        await execute(conn, "ALTER TABLE login_sessions ALTER COLUMN id RESTART WITH 1000000000")
        member = await a_member(conn, points=50_000, password_hash=PASSWORD_HASH)
        gateway = await a_gateway(conn, token="gw_fuzzed")
        plan = await a_plan(conn, addresses=200, device_limit=100, gateway=gateway)
        service = await a_service(conn, member, plan=plan)
        headers = await a_login(conn, member)
        elsewhere = await a_session(conn, member)
        await execute(conn, "ALTER TABLE staff_sessions ALTER COLUMN id RESTART WITH 1000000000")
        staff = (await a_staff(conn, owner=True)).headers
        verification = await fetch_one(
            conn,
            UUID,
            """
            INSERT INTO verifications (channel, purpose, target, network, expires_at)
            VALUES ('mail', 'find-id', 'hong@example.com', '192.0.2.1', now() + interval '1 hour') RETURNING id
            """,
        )
    app = create_app(usual, db=db, provider=provider, identity_provider=identities, site=site)
    async with a_client(app) as client:
        order = await client.post(
            "/api/v1/orders",
            json={"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS},
            headers=headers,
        )
        yield (
            client,
            headers,
            staff,
            {
                "planId": plan,
                "service_id": service,
                "session_id": elsewhere.id,
                "verification_id": str(verification),
                "order_id": order.json()["data"]["orderId"],
                "months": 1,
            },
            db,
        )
    await provider.close()
    await identities.close()
    site.close()
    await db.close()


@pytest.fixture(scope="module")
def fuzzed(cluster: Cluster, settings: Settings) -> Generator[Fuzzed]:
    name, url = cluster.copy()
    with asyncio.Runner() as runner:
        loop, shop = runner.get_loop(), a_shop(url, settings)
        client, member, staff, real, db = loop.run_until_complete(shop.__aenter__())
        yield Fuzzed(loop, client, member, staff, real, db)
        loop.run_until_complete(shop.__aexit__(None, None, None))
    cluster.drop(name)


def sensible(label: str, body: Any, real: dict[str, Any]) -> Any:
    """The generated body with what a real caller would have known: a plan, an order, the texts, a key."""
    if not isinstance(body, dict):
        return body
    known: dict[str, Any] = {
        "planId": real["planId"],
        "months": 1,
        "points": 0,
        "paymentType": "normal",
        "orderId": real["order_id"],
        "publicKey": a_key(),
        "target": "hong@example.com",
        "verificationId": real["verification_id"],
        "currentPw": PASSWORD,
        "email": "fuzzed@example.com",
        "phone": "01098765432",
        "smsRcvYn": "Y",
        "agreements": SIGN_UP_AGREEMENTS if "sign-up" in label else ORDER_AGREEMENTS,
    }
    sent = cast("dict[str, Any]", body)
    return {name: known.get(name, value) for name, value in sent.items() if name in PROPERTIES}


@pytest.mark.timeout(600 * max(SOAK // 15, 1))
@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value
)
def test_every_answer_is_as_documented(fuzzed: Fuzzed, mode: GenerationMode) -> None:
    cases = Cases()

    for label, operation in OPERATIONS.items():
        if mode is GenerationMode.NEGATIVE and (label in NEVER_WRONG or not takes_input(operation)):
            continue
        with cases.case(f"{label} {mode.value}"):
            statuses = ask(fuzzed, label, mode)

            assert any(word in label for word in MAY_BE_401) or label in DOORS or 401 not in statuses

    cases.assert_right(at_least=350)


def ask(fuzzed: Fuzzed, label: str, mode: GenerationMode) -> set[int]:
    """The statuses of all answers, each of which is as documented."""
    statuses: set[int] = set()
    fuzzed.loop.run_until_complete(fuzzed.demand_proof("verifications" in label))

    @settings(
        max_examples=examples_of(label),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    # The first case of all is one that knows what there is.
    @given(OPERATIONS[label].as_strategy(generation_mode=mode), st.sampled_from((True, False)))
    def once(case: schemathesis.Case, knows: bool) -> None:
        # A logout would make a stranger of the member for all that follows.
        headers = {} if "logout" in label else dict(fuzzed.member)
        if label.startswith(("POST /gateway", "GET /gateway")):
            # The stream has no end for whom it lets in.
            token = "gw_nobody" if "stream" in label else "gw_fuzzed"
            headers = {"Authorization": f"Bearer {token}"}
        if CONSOLE in label:
            # A door's session would replace the one that all the others are asked by.
            headers = {"Origin": HOME} if label in DOORS else dict(fuzzed.staff)
        if knows and case.path_parameters:
            case.path_parameters = {
                name: fuzzed.real.get(name, value) for name, value in case.path_parameters.items()
            }
        if knows and mode is GenerationMode.POSITIVE:
            case.body = sensible(label, case.body, fuzzed.real)
        request = requests.Request(**case.as_transport_kwargs(base_url=HOME, headers=headers)).prepare()

        answer = fuzzed.send(request)

        statuses.add(answer.status_code)
        case.validate_response(Response.from_httpx(answer, verify=False), checks=CHECKS)

    once()
    return statuses


def test_the_document_knows_every_call_of_the_contract() -> None:
    assert {
        "GET /api/v1/config/info",
        "GET /api/v1/pg/{pg_name}",
        "POST /api/v1/home/visit",
        "GET /api/get-ip",
        "POST /api/login",
        "POST /api/v1/user/sign-up",
        "GET /api/v1/member",
    } <= set(OPERATIONS)
    assert len(OPERATIONS) >= 26
