"""Requests of other sites, and tokens that nobody issued."""

import base64
import json
from collections.abc import Callable
from datetime import UTC, datetime

import jwt
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from ieum.shop.kernel.db import Connection, fetch_one
from ieum.shop.kernel.errors import CrossSite
from ieum.shop.kernel.http import SAFE_METHODS
from ieum.shop.members import passwords, tokens
from ieum.shop.members.types import Identity, MemberId, SessionId
from tests.shop.builders.members import a_member, a_session
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Configure
from tests.shop.builders.verifications import both_on

PASSWORD = "correct-horse-42"


async def a_member_with_password(conn: Connection) -> MemberId:
    return await a_member(conn, login_id="hongkildong", password_hash=await passwords.hash_password(PASSWORD))


CROSS_SITE = [
    pytest.param({"Sec-Fetch-Site": "cross-site"}, id="the browser says another site"),
    pytest.param({"Sec-Fetch-Site": "same-site"}, id="a neighbour under the same domain"),
    pytest.param({"Origin": "https://evil.example"}, id="another origin"),
    pytest.param({"Origin": "null"}, id="a sandboxed frame"),
    pytest.param(
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"}, id="the two contradict"
    ),
    pytest.param({}, id="nothing says where it is from"),
]


def part(claims: dict[str, object]) -> str:
    return base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()


def claims_of(member: MemberId, session: SessionId) -> dict[str, object]:
    return {"sub": str(member), "sid": session, "exp": datetime.now(UTC).timestamp() + 600}


type Claims = dict[str, object]


def signed(claims: Claims, key: str = KEY, algorithm: str = "HS256") -> str:
    return jwt.encode(claims, key, algorithm=algorithm)


FORGERIES: dict[str, Callable[[Claims], str]] = {
    "another key": lambda claims: signed(claims, "x" * 40),
    "no signature": lambda claims: f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims)}.",
    "another algorithm": lambda claims: signed(claims, KEY * 2, "HS512"),
    "past its time": lambda claims: signed({**claims, "exp": 1}),
    "without an end": lambda claims: signed({name: claims[name] for name in ("sub", "sid")}),
    "no number": lambda claims: signed({**claims, "sub": "x"}),
    "one part": part,
    "not ASCII": lambda _: "가나다".encode().decode("latin-1"),
    "empty": lambda _: "",
}


@pytest.mark.parametrize("sent", CROSS_SITE)
@pytest.mark.parametrize("path", ["/api/v1/orders/quote", "/api/logout"])
async def test_a_change_authenticated_by_cookies_must_come_from_our_own_pages(
    client: Client, conn: Connection, sent: dict[str, str], path: str
) -> None:
    session = await a_session(conn, await a_member(conn))

    answer = await client.post(path, json={"planId": 1, "months": 1}, headers=session.cookies | sent)

    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site_request")
    assert (await client.get("/api/v1/member", headers=session.headers)).status_code == 200


def test_every_change_that_accepts_cookies_documents_the_403(shared_app: Litestar) -> None:
    """So that the generated client knows; a new call of members' that does not is found here."""
    silent = [
        f"{method} {route.path}"
        for route in shared_app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in set(handler.http_methods) - SAFE_METHODS
        if "member" in handler.resolve_dependencies()
        and CrossSite.code not in str((handler.responses or {}).get(403))
    ]

    assert silent == []


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param({"Sec-Fetch-Site": "same-origin"}, id="the browser says our own"),
        pytest.param({"Origin": "http://testserver.local"}, id="our own origin"),
    ],
)
async def test_a_change_from_our_own_pages_goes_through(
    client: Client, conn: Connection, sent: dict[str, str]
) -> None:
    session = await a_session(conn, await a_member(conn))

    answer = await client.post(
        "/api/v1/orders/quote", json={"planId": 999, "months": 1}, headers=session.cookies | sent
    )

    assert (answer.status_code, answer.json()["code"]) == (404, "plan_not_found")


async def test_tokens_in_headers_need_no_origin(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn))

    answer = await client.post(
        "/api/v1/orders/quote",
        json={"planId": 999, "months": 1},
        headers=session.headers | {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    )

    assert answer.status_code == 404


async def test_another_site_cannot_log_its_visitor_in(client: Client, conn: Connection) -> None:
    """A login to the attacker's account would let the victim pay into it."""
    await a_member_with_password(conn)

    answer = await client.post(
        "/api/login",
        json={"mberId": "hongkildong", "mberPw": PASSWORD},
        headers={"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site_request")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("verifications", {"channel": "phone", "target": "01012345678", "purpose": "sign-up"}),
        ("identity-verifications", {"purpose": "sign-up"}),
        ("user/find-id", {"mberNm": "홍길동", "email": "hong@example.com"}),
        ("user/reset-password", {"mberNm": "홍길동", "mberId": "hongkildong", "email": "hong@example.com"}),
    ],
)
async def test_another_site_cannot_make_its_visitors_send_our_codes(
    client: Client, conn: Connection, path: str, body: dict[str, str]
) -> None:
    """Plain text needs no permission of ours to be sent from anywhere, JSON would."""
    await both_on(conn)
    evil = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}

    codes = [
        (
            await client.post(
                f"/api/v1/{path}",
                content=json.dumps(body).encode(),
                headers={**evil, "Content-Type": content_type},
            )
        ).json()["code"]
        for content_type in ("text/plain", "application/json")
    ]

    assert codes == ["not_json", "cross_site_request"]
    assert await fetch_one(conn, int, "SELECT count(*) FROM verifications") == 0


@pytest.mark.parametrize("forged", FORGERIES.values(), ids=FORGERIES)
async def test_a_forged_token_is_refused(
    client: Client, conn: Connection, forged: Callable[[Claims], str]
) -> None:
    member = await a_member(conn)
    session = await a_session(conn, member)

    answer = await client.get(
        "/api/v1/member",
        headers=[(b"authorization", b"Bearer " + forged(claims_of(member, session.id)).encode("latin-1"))],
    )

    assert (answer.status_code, answer.json()["code"]) == (401, "login_required")


async def test_an_access_token_must_name_the_member_of_its_session(client: Client, conn: Connection) -> None:
    """The token names a session and a member, and only that pair opens anything."""
    mine, theirs = await a_member(conn), await a_member(conn)
    session = await a_session(conn, theirs)
    access = tokens.issue_access(Identity(mine, session.id), key=KEY, now=datetime.now(UTC))

    answer = await client.get("/api/v1/member", headers={"Authorization": f"Bearer {access}"})

    assert answer.status_code == 401


def test_a_rotated_token_can_be_read_only_with_its_predecessor() -> None:
    old, new = tokens.new_refresh(), tokens.new_refresh()

    sealed = tokens.seal(new, under=old)

    assert tokens.unseal(sealed, under=old) == new
    assert new.encode() not in sealed
    with pytest.raises(UnicodeDecodeError):
        for _ in range(20):
            tokens.unseal(sealed, under=tokens.new_refresh())


@pytest.mark.parametrize(
    ("public", "origin", "status"),
    [
        ("https://testserver.local", "https://testserver.local", 401),
        ("https://testserver.local", "http://testserver.local", 403),
        ("https://shop.example", "https://testserver.local", 401),
        ("https://shop.example", "http://testserver.local", 403),
        ("https://shop.example", "http://shop.example", 403),
        ("http://shop.example", "http://testserver.local", 401),
    ],
)
async def test_a_page_over_plain_http_is_another_site_than_ours_over_https(
    client: Client, configure: Configure, public: str, origin: str, status: int
) -> None:
    """Whoever sits in the network writes such a page at will."""
    configure(IEUM_PUBLIC_URL=public)
    body = {"mberId": "nobody_here", "mberPw": PASSWORD}

    answer = await client.post("/api/login", json=body, headers={"Origin": origin})

    assert answer.status_code == status
