"""The shop's own facts: config, provider keys, visits, the caller's address, and whether it is well."""

from typing import Any

import msgspec
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.http import caller_address
from ieum.shop.kernel.settings import load
from ieum.shop.server import response_cache
from ieum.shop.server.migration_files import newest
from tests.shop.builders.catalog import a_dynamic_plan
from tests.shop.builders.clients import a_client
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Configure

CONFIG_FIELDS = {
    **dict.fromkeys(
        [
            "bizLic",
            "bizNm",
            "ceo",
            "bizLoc",
            "ecLic",
            "tel",
            "dpoNm",
            "dpoTel",
            "dpoMail",
            "sttcYn",
            "dynmYn",
            "ticketYn",
            "pointYn",
            "authTelYn",
            "authMailYn",
            "identityYn",
            "connYn",
            "robot",
            "sitemap",
            "tos",
            "pp",
            "siteMail",
            "siteNm",
            "logo",
            "hostingProvider",
            "refundRule",
            "refundRuleInShort",
            "ticketRefundRule",
            "remoteSupportUrl",
            "supportHours",
            "refundMode",
        ],
        str,
    ),
    "pointPer": int,
    "pointReg": int,
    "refundPenaltyPercent": int,
    "graceDays": int,
    "meta": dict,
    "blockIp": list,
}
VISIT = {
    "ipAddress": "198.51.100.9",
    "referrerUrl": "https://search.naver.com/search.naver?query=vpn",
    "landingUrl": "http://testserver.local/static-ip?n_query=vpn",
    "keyword": "고정 IP",
}


class VisitRow(msgspec.Struct):
    ip_address: str
    referrer_url: str
    landing_url: str
    keyword: str


async def visits(conn: Connection) -> list[VisitRow]:
    return await fetch_all(
        conn,
        VisitRow,
        "SELECT host(ip_address) AS ip_address, referrer_url, landing_url, keyword FROM visits ORDER BY id",
    )


async def test_config_has_every_field_of_the_contract_with_its_type(client: Client) -> None:
    answer = await client.get("/api/v1/config/info")

    body = answer.json()
    assert (answer.status_code, body["status"]) == (200, 200)
    assert {name: type(value) for name, value in body["data"].items()} == CONFIG_FIELDS
    assert set(body["data"]["meta"]) == {
        "description",
        "ogImage",
        "naverSiteVerification",
        "googleSiteVerification",
    }


async def test_config_says_what_the_operator_wrote(client: Client, conn: Connection) -> None:
    await a_dynamic_plan(conn)
    await execute(
        conn,
        """
        UPDATE site_config
           SET business_licence = '123-45-67891', representative = '홍길동', static_enabled = false,
               point_percent = 5, point_threshold = 2000,
               site_name = '이음 VPN',
               og_image = '/og.png', naver_verification = 'n', google_verification = 'g', terms = '약관'
        """,
    )

    data = (await client.get("/api/v1/config/info")).json()["data"]

    assert (data["bizLic"], data["ceo"], data["siteNm"], data["tos"]) == (
        "123-45-67891",
        "홍길동",
        "이음 VPN",
        "약관",
    )
    assert (data["sttcYn"], data["dynmYn"], data["ticketYn"], data["pointYn"]) == ("N", "Y", "N", "Y")
    assert (data["pointPer"], data["pointReg"], data["blockIp"]) == (5, 2000, [])
    assert data["meta"] == {
        "description": "",
        "ogImage": "/og.png",
        "naverSiteVerification": "n",
        "googleSiteVerification": "g",
    }


async def test_the_provider_has_a_key_to_pay_and_one_for_cards_kept(client: Client) -> None:
    answer = await client.get("/api/v1/pg/toss")

    assert [(key["pgType"], key["clientKey"]) for key in answer.json()["data"]] == [
        ("normal", "test_ck_ieum_sandbox"),
        ("billing", "test_ck_ieum_sandbox_billing"),
    ]


@pytest.mark.parametrize("name", ["nobody", "TOSS", "toss%00", "%2e%2e", "%ED%86%A0%EC%8A%A4", "%ff%fe"])
async def test_another_provider_is_not_found(client: Client, name: str) -> None:
    answer = await client.get(f"/api/v1/pg/{name}")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_a_visit_is_stored_with_the_address_that_the_server_sees(
    app: Litestar, conn: Connection
) -> None:
    async with a_client(app, address="203.0.113.7") as client:
        answer = await client.post("/api/v1/home/visit", json=VISIT)

    assert (answer.status_code, answer.json()) == (200, {"status": 200, "data": None})
    assert await visits(conn) == [
        VisitRow("203.0.113.7", VISIT["referrerUrl"], VISIT["landingUrl"], VISIT["keyword"])
    ]


async def test_long_values_are_cut_and_unusable_ones_left_out(client: Client, conn: Connection) -> None:
    long = VISIT | {
        "referrerUrl": "가" * 8000,
        "landingUrl": "a\0b" * 2000,
        "keyword": "\0" * 100 + "x" * 900,
    }

    answer = await client.post("/api/v1/home/visit", json=long)

    assert answer.status_code == 200
    kept = (await visits(conn))[0]
    assert (len(kept.referrer_url), len(kept.landing_url), kept.keyword) == (2000, 2000, "x" * 200)
    assert "\0" not in kept.landing_url


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"referrerUrl": "x" * 8001}, id="absurdly long"),
        pytest.param({"keyword": 7}, id="a number"),
        pytest.param({"keyword": None}, id="null"),
        pytest.param({"more": "x"}, id="a field that is not there"),
    ],
)
async def test_a_visit_with_missing_or_wrong_fields_is_refused(
    client: Client, conn: Connection, wrong: dict[str, Any]
) -> None:
    answer = await client.post("/api/v1/home/visit", json=VISIT | wrong)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")
    assert await visits(conn) == []


PROXIES = load(
    {
        "IEUM_SECRET_KEY": KEY,
        "IEUM_DATABASE_URL": "postgresql://x",
        "IEUM_TRUSTED_PROXIES": "10.0.0.0/8, 2001:db8:1::/64",
    }
).trusted_proxies


@pytest.mark.parametrize(
    ("peer", "forwarded", "seen"),
    [
        pytest.param("203.0.113.7", [], "203.0.113.7", id="nobody in between"),
        pytest.param("203.0.113.7", ["198.51.100.1"], "203.0.113.7", id="a header that anybody can write"),
        pytest.param("10.0.0.1", ["198.51.100.1"], "198.51.100.1", id="our proxy"),
        pytest.param("10.0.0.1", [], "10.0.0.1", id="our proxy on its own behalf"),
        pytest.param("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1", id="two of our proxies"),
        pytest.param(
            "10.0.0.1", ["192.0.2.66, 198.51.100.1"], "198.51.100.1", id="what the caller wrote before it"
        ),
        pytest.param(
            "10.0.0.1", ["192.0.2.66", "198.51.100.1"], "198.51.100.1", id="the same in two headers"
        ),
        pytest.param("10.0.0.1", ["198.51.100.1, nonsense"], "10.0.0.1", id="a hop that is no address"),
        pytest.param("10.0.0.1", ["10.0.0.9"], "10.0.0.9", id="proxies all the way"),
        pytest.param("2001:db8:1::1", ["2001:DB8:0:0::7"], "2001:db8::7", id="IPv6, in its canonical form"),
        pytest.param("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1", id="IPv4 in an IPv6 socket"),
        pytest.param("10.0.0.1", ["fe80::1%eth0"], "10.0.0.1", id="an address with a zone"),
        pytest.param("", [], "0.0.0.0", id="no peer at all"),  # noqa: S104
    ],
)
def test_the_callers_address_is_the_one_that_our_proxies_report(
    peer: str, forwarded: list[str], seen: str
) -> None:
    assert str(caller_address(peer, forwarded, trusted=PROXIES)) == seen


async def test_get_ip_reads_the_forwarded_address_of_a_trusted_proxy_only(
    app: Litestar, configure: Configure
) -> None:
    configure(IEUM_TRUSTED_PROXIES="10.0.0.0/8")
    header = {"X-Forwarded-For": "198.51.100.1"}

    async with a_client(app, address="10.0.0.1") as ours, a_client(app, address="192.0.2.1") as other:
        through_ours = await ours.get("/api/get-ip", headers=header)
        through_other = await other.get("/api/get-ip", headers=header)

    assert through_ours.json() == {"status": 200, "data": "198.51.100.1"}
    assert through_other.json() == {"status": 200, "data": "192.0.2.1"}


async def test_health_and_readiness_are_answered(client: Client, conn: Connection) -> None:
    assert (await client.get("/healthz")).text == "ok"
    assert (await client.get("/readyz")).json() == {"status": 200, "data": "ready"}

    await execute(conn, "DELETE FROM _yoyo_migration WHERE migration_id = %(newest)s", newest=newest())

    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, 503)


async def test_metrics_count_requests_by_the_template_of_their_path(client: Client) -> None:
    await client.get("/api/v1/pg/nobody")

    text = (await client.get("/metrics")).text

    assert 'path="/api/v1/pg/{pg_name}"' in text or 'path="/api/v1/pg/{pg_name:str}"' in text
    assert "nobody" not in text


async def test_answers_from_the_cache_are_counted_once_each(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def counted() -> list[int]:
        """All answers of this path, and those that took no time worth mentioning."""
        text = (await client.get("/metrics")).text
        names = (
            'ieum_requests_total{method="GET",path="/api/v1/config/info",status="200"}',
            'ieum_request_seconds_count{path="/api/v1/config/info"}',
        )
        return [int(float(line.rpartition(" ")[2])) for line in text.splitlines() if line.startswith(names)]

    monkeypatch.setattr(response_cache, "TTL_SECONDS", 60)
    await client.get("/api/v1/config/info")
    before = await counted()
    for _ in range(3):
        await client.get("/api/v1/config/info")

    assert await counted() == [number + 3 for number in before]
    assert await counted() == [number + 3 for number in before]


async def test_one_row_holds_the_config(conn: Connection) -> None:
    assert await fetch_one(conn, int, "SELECT count(*) FROM site_config") == 1
