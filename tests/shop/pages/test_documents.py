"""The documents around what React draws."""

import base64
import hashlib
import json
import re

import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.pages.document import content_security_policy, inert
from ieum.shop.pages.metadata import Page
from ieum.shop.pages.page_head import write_head
from ieum.shop.pages.v8 import Plan
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import HOME
from tests.shop.builders.shops import Client
from tests.shop.builders.web_build import data_of, describe_shop


async def test_the_document_has_title_description_sharing_tags_and_canonical(
    client: Client, conn: Connection
) -> None:
    await describe_shop(conn)

    answer = await client.get("/?utm_source=naver")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    head = answer.text[: answer.text.index("</head>")]
    for tag in (
        "<title>이음 | 홈</title>",
        '<meta name="description" content="통신사 고정 IP">',
        f'<link rel="canonical" href="{HOME}/">',
        '<meta property="og:type" content="website">',
        '<meta property="og:site_name" content="이음">',
        '<meta property="og:title" content="이음 | 홈">',
        '<meta property="og:description" content="통신사 고정 IP">',
        f'<meta property="og:url" content="{HOME}/">',
        f'<meta property="og:image" content="{HOME}/og.png">',
        '<meta property="og:image:alt" content="홈">',
        '<meta name="twitter:card" content="summary_large_image">',
        f'<link rel="alternate" type="application/rss+xml" title="이음 공지사항" href="{HOME}/rss.xml">',
        '<meta name="naver-site-verification" content="naver-1">',
        '<meta name="google-site-verification" content="google-1">',
    ):
        assert tag in head
    assert "noindex" not in head
    assert '"name":"이음네트웍스"' in head


async def test_the_product_page_describes_its_offers_for_robots(client: Client, conn: Connection) -> None:
    await a_plan(conn, addresses=2)

    document = (await client.get("/static-ip")).text

    block = re.search(r'<script type="application/ld\+json">(.*?)</script>', document)
    assert block is not None
    [product] = [thing for thing in json.loads(block[1])["@graph"] if thing["@type"] == "Product"]
    assert product["brand"]["name"] == "KT"
    offer = product["offers"]
    assert (offer["lowPrice"], offer["highPrice"], offer["priceCurrency"]) == (33_000, 316_800, "KRW")
    assert offer["availability"] == "https://schema.org/InStock"
    assert f'<link rel="canonical" href="{HOME}/static-ip">' in document


async def test_a_page_that_is_not_for_robots_says_so(client: Client) -> None:
    document = (await client.get("/login")).text

    assert '<meta name="robots" content="noindex">' in document
    assert "ld+json" not in document


async def test_a_secret_address_is_told_to_nobody(client: Client) -> None:
    """Not to robots, other sites, stores between, or whoever follows a link on the page."""
    answer = await client.get("/r/5d")

    assert answer.status_code == 200
    assert "/r/5d" not in answer.text
    assert '<meta name="robots" content="noindex">' in answer.text
    assert [answer.headers[name] for name in ("referrer-policy", "x-robots-tag", "cache-control")] == [
        "no-referrer",
        "noindex",
        "private, no-store",
    ]


async def test_the_page_brings_its_data_and_its_chunks(client: Client, conn: Connection) -> None:
    await a_plan(conn)

    document = (await client.get("/static-ip")).text

    data = data_of(document)
    assert set(data) == {"/api/v1/config/info", "/api/v1/catalog/plans?kind=static", "/api/v1/member"}
    assert data["/api/v1/catalog/plans?kind=static"][0]["prices"][0]["amount"] == 33_000
    assert data["/api/v1/member"] is None
    assert '<div id="root" data-hydrate><main' in document
    assert re.findall(r'modulepreload" href="(.*?)"', document) == [
        "/assets/page-2.js",
        "/assets/shared-3.js",
    ]


async def test_only_pages_that_show_the_long_texts_carry_them(client: Client, conn: Connection) -> None:
    await execute(conn, "UPDATE site_config SET terms = 'the-terms', privacy_policy = 'the-policy'")

    home, terms = (await client.get("/")).text, (await client.get("/terms")).text

    assert "the-terms" not in home + json.dumps(data_of(terms)["/api/v1/config/info"])
    assert data_of(terms)["/api/v1/config/info?with=texts"]["tos"] == "the-terms"


@pytest.mark.parametrize(
    "text",
    [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        '"><img src=x onerror=alert(1)>',
        "\u2028\u2029",
        "</title><b>",
        "<!--ieum:data-->",
    ],
)
async def test_text_of_people_cannot_break_out_of_the_document(
    client: Client, conn: Connection, text: str
) -> None:
    await execute(
        conn,
        "UPDATE site_config SET site_name = %(text)s, description = %(text)s, business_name = %(text)s",
        text=text,
    )

    document = (await client.get("/")).text

    assert data_of(document)["/api/v1/config/info"]["siteNm"] == text
    assert document.count("<script") == 3
    assert "<img" not in document
    assert "<b>" not in document
    assert document.count("</title>") == 1


def test_escaped_json_decodes_to_the_same_data() -> None:
    text = json.dumps({"a": "</script>\u2028\u2029<!--"}, ensure_ascii=False)

    assert json.loads(inert(text)) == json.loads(text)
    assert "<" not in inert(text)


async def test_the_content_security_policy_allows_only_the_inline_script_of_the_build(client: Client) -> None:
    answer = await client.get("/")
    headers = answer.headers

    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    [inline] = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
    assert policy["script-src"] == f"'self' 'sha256-{digest}' http://localhost:8001"
    assert policy["style-src"] == "'self'"
    assert (policy["object-src"], policy["base-uri"], policy["frame-ancestors"]) == ("'none'",) * 3
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")


def test_the_real_provider_may_use_its_own_hosts() -> None:
    policy = content_security_policy("https://js.tosspayments.com/v2/standard", None)

    assert "script-src 'self' https://*.tosspayments.com;" in policy
    assert "frame-src https://*.tosspayments.com;" in policy


def test_the_identity_provider_may_use_its_own_hosts_and_no_other() -> None:
    policy = dict(
        part.split(" ", 1)
        for part in content_security_policy(
            "https://js.tosspayments.com/v2/standard", "https://cdn.portone.io/v2/browser-sdk.js"
        ).split("; ")
    )

    opened = "https://cdn.portone.io https://*.prod.iamport.co https://service.iamport.kr"
    assert policy["script-src"] == "'self' https://*.tosspayments.com https://cdn.portone.io"
    assert policy["connect-src"] == f"'self' https://*.tosspayments.com {opened}"
    assert policy["frame-src"] == f"https://*.tosspayments.com {opened}"
    agencies = "https://wauth.teledit.com https://*.inicis.com https://cert.kcp.co.kr"
    assert policy["form-action"] == f"'self' https://*.tosspayments.com {opened} {agencies}"
    assert policy["style-src"] == "'self'"


async def test_a_page_whose_subject_is_missing_is_not_found(client: Client) -> None:
    answer = await client.get("/nothing")

    assert answer.status_code == 404
    assert '<div id="root" data-hydrate data-missing>' in answer.text
    assert '<meta name="robots" content="noindex">' in answer.text
    assert "페이지를 찾을 수 없습니다" in answer.text
    assert answer.headers["cache-control"] == "private, no-store"


async def test_a_page_without_an_operators_text_exists_all_the_same(client: Client) -> None:
    answer = await client.get("/unwritten")

    assert answer.status_code == 200
    assert "쓴 것이 없는 것</title>" in answer.text
    assert "data-missing" not in answer.text


def test_the_operators_text_gives_the_page_its_title_and_description() -> None:
    written = {"title": "제목", "description": "설명", "image": None}
    plan = Plan(200, "이름", False, [], "public", [], True, texts="/texts")

    page = Page(plan, {"/texts": written}, "/", "https://shop.example")
    head = write_head(page, chunks=[], draws=True)

    assert " | 제목</title>" in head
    assert '<meta name="description" content="설명">' in head
