"""Requests as no page of ours sends them: from other sites, in other formats, endless, or through unknown proxies."""

import json
from typing import Any

import pytest
from litestar import Litestar
from msgspec.structs import replace

from ieum.shop.kernel import http
from ieum.shop.kernel.db import Connection, fetch_one
from tests.shop.builders.clients import a_client, stop_sending
from tests.shop.builders.members import SIGN_UP_FORM
from tests.shop.builders.shops import Client, Configure

FORWARDED = [
    {"X-Forwarded-For": "127.0.0.1"},
    {"Forwarded": "for=127.0.0.1"},
    {"X-Real-IP": "203.0.113.7"},
    {"Via": "1.1 proxy.example"},
    {"X-Forwarded-Proto": "https"},
    {"X-Forwarded-Host": "shop.example"},
    {"X-Original-Forwarded-For": "203.0.113.7"},
    {"CF-Connecting-IP": "203.0.113.7"},
    {"CF-Ray": "8f00000000000000-ICN"},
    {"True-Client-IP": "203.0.113.7"},
    {"Fastly-Client-IP": "203.0.113.7"},
    {"X-Client-IP": "203.0.113.7"},
    {"X-Cluster-Client-IP": "203.0.113.7"},
    {"X-Envoy-External-Address": "203.0.113.7"},
    {"CDN-Loop": "cloudflare"},
]
# What changes something, or sends something, for whoever has no session.
BODIES: dict[str, dict[str, Any]] = {
    "/api/login": {"mberId": "hongkildong", "mberPw": "correct-horse-42"},
    "/api/v1/login/passkey": {"challengeId": "00000000-0000-0000-0000-000000000000", "credential": {}},
    "/api/v1/login/passkey-options": {},
    "/api/v1/user/sign-up": SIGN_UP_FORM,
    "/api/v1/user/check-id": {"mberId": "hongkildong"},
    "/api/v1/user/find-id": {"mberNm": "홍길동", "email": "hong@example.com"},
    "/api/v1/user/find-id/confirm": {
        "verificationId": "00000000-0000-0000-0000-000000000000",
        "code": "000000",
    },
    "/api/v1/user/reset-password": {"mberNm": "홍길동", "mberId": "hongkildong", "email": "hong@example.com"},
    "/api/v1/user/reset-password/confirm": {
        "verificationId": "00000000-0000-0000-0000-000000000000",
        "code": "000000",
        "mberPw": "battery-staple-73",
    },
    "/api/v1/verifications": {"channel": "mail", "target": "hong@example.com", "purpose": "sign-up"},
}


@pytest.mark.parametrize("path", BODIES)
async def test_no_page_of_another_site_changes_anything(client: Client, path: str) -> None:
    answer = await client.post(path, json=BODIES[path], headers={"Sec-Fetch-Site": "cross-site"})

    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site_request")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_a_sign_up_takes_json_only(client: Client, conn: Connection, kind: str) -> None:
    """Browsers send these three to other sites without asking them first."""
    answer = await client.post(
        "/api/v1/user/sign-up",
        content=json.dumps(SIGN_UP_FORM),
        headers={"Content-Type": kind} if kind else {},
    )

    assert (answer.status_code, answer.json()["code"]) == (415, "not_json")
    assert await fetch_one(conn, int, "SELECT count(*) FROM members") == 0


async def test_a_body_that_stops_half_way_ends(app: Litestar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "BODY_SECONDS", 0.05)
    headers = {"Content-Type": "application/json", "Content-Length": "100"}

    answer = await stop_sending(app, "POST", "/api/login", headers, b'{"mberId":')

    assert answer == (408, "body_too_slow", True)


async def test_metrics_are_not_for_whoever_comes_through_an_unknown_proxy_here(client: Client) -> None:
    plain = await client.get("/metrics")
    forwarded = {
        str(headers): (await client.get("/metrics", headers=headers)).status_code for headers in FORWARDED
    }

    assert plain.status_code == 200
    assert forwarded == dict.fromkeys(map(str, FORWARDED), 404)


async def test_metrics_through_our_own_proxy_are_for_private_networks(
    client: Client, configure: Configure
) -> None:
    configure(IEUM_TRUSTED_PROXIES="127.0.0.1")

    answers = [
        await client.get("/metrics", headers={"X-Forwarded-For": address})
        for address in ("10.1.2.3", "8.8.8.8")
    ]

    assert [answer.status_code for answer in answers] == [200, 404]


async def test_a_production_behind_an_unknown_proxy_says_so_once(
    app: Litestar, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app.state, "settings", replace(app.state.settings, production=True))
    async with a_client(app) as client:
        await client.get("/api/get-ip")
        assert caplog.messages == []
        for headers in FORWARDED:
            await client.get("/api/get-ip", headers=headers)

    [warning] = caplog.messages
    assert "IEUM_TRUSTED_PROXIES is empty" in warning


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/api/v1/agreements", [("for", "missing")]),
        ("/api/v1/agreements?for=nothing", [("for", "invalid")]),
        ("/api/v1/catalog/plans?kind=nothing", [("kind", "invalid")]),
        ("/api/v1/notices?page=many", [("page", "invalid")]),
    ],
)
async def test_a_wrong_parameter_is_named(client: Client, path: str, fields: list[tuple[str, str]]) -> None:
    answer = await client.get(path)

    assert answer.status_code == 422
    assert [(field["name"], field["code"]) for field in answer.json()["fields"]] == fields
