"""Headers that all answers have, and cookies that come in several fields."""

import pytest

from ieum.shop.kernel.db import Connection
from ieum.shop.server.headers import AddHeaders
from tests.cases import Cases
from tests.shop.builders.document import openapi_document
from tests.shop.builders.members import a_login, a_member, a_session
from tests.shop.builders.response_cache import SlowApp
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff

# Answered by pages, calls, the router, a refusal, a redirect and the checks of whoever runs the shop.
ANSWERS = {
    "/": 200,
    "/static-ip/": 301,
    "/robots.txt": 200,
    "/.well-known/ieum-keys.json": 200,
    "/sitemap.xml": 200,
    "/assets/none.js": 404,
    "/api/v1/config/info": 200,
    "/api/v1/member": 401,
    "/api/v1/catalog/plans": 422,
    "/api/v1/no-such-call": 404,
    "/api/login": 405,
    "/gateway/v1/stream": 401,
    "/healthz": 200,
}


def personal_calls(*, of_staff: bool) -> list[str]:
    """Every GET for members, or of the console, without an id in its path."""
    return [
        path
        for path, operations in openapi_document()["paths"].items()
        if "{" not in path
        and path.startswith("/api/")
        and path.startswith("/api/v1/console/") == of_staff
        and "401" in operations.get("get", {}).get("responses", {})
    ]


@pytest.mark.parametrize(("path", "status"), ANSWERS.items())
async def test_every_answer_says_that_its_type_is_not_to_be_guessed(
    client: Client, path: str, status: int
) -> None:
    answer = await client.get(path)

    assert answer.status_code == status
    assert answer.headers.get_list("x-content-type-options") == ["nosniff"]
    assert answer.headers.get_list("referrer-policy") == ["strict-origin-when-cross-origin"]
    (policy,) = answer.headers.get_list("content-security-policy")
    for directive in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert directive in policy
    if "html" not in answer.headers["content-type"]:
        assert "default-src 'none'" in policy
    # The shop of the tests is reached by http.
    assert "strict-transport-security" not in answer.headers


async def test_no_browser_or_proxy_stores_what_is_a_members(client: Client, conn: Connection) -> None:
    cases = Cases()

    for path in personal_calls(of_staff=False):
        with cases.case(path):
            async with conn.transaction(force_rollback=True):
                # By a session that has asked nothing before.
                answer = await client.get(path, headers=await a_login(conn, await a_member(conn)))

            assert answer.status_code in {200, 404, 409}
            assert "no-store" in answer.headers["cache-control"]

    cases.assert_right(at_least=20)


async def test_no_browser_or_proxy_stores_what_staff_see(client: Client, conn: Connection) -> None:
    cases = Cases()

    for path in personal_calls(of_staff=True):
        with cases.case(path):
            async with conn.transaction(force_rollback=True):
                answer = await client.get(path, headers=(await a_staff(conn, owner=True)).headers)

            # 422 asks for a parameter.
            assert answer.status_code in {200, 404, 422}
            assert "no-store" in answer.headers["cache-control"]

    cases.assert_right(at_least=50)


async def test_what_is_everybodys_may_be_stored(client: Client) -> None:
    assert "cache-control" not in (await client.get("/api/v1/config/info")).headers


@pytest.mark.parametrize(("is_https", "sent"), [(True, [b"max-age=31536000"]), (False, [])])
async def test_a_shop_behind_https_tells_browsers_to_stay_with_it(
    *, is_https: bool, sent: list[bytes]
) -> None:
    app = SlowApp()
    app.release.set()

    start = await app.start_of(AddHeaders(app, is_https=is_https))

    assert [value for name, value in start["headers"] if name == b"strict-transport-security"] == sent


async def test_cookies_in_two_fields_are_one_login(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn))
    cookies = [("cookie", f"ieum_at={session.access}"), ("cookie", f"ieum_rt={session.refresh}")]

    assert (await client.get("/api/v1/member", headers=cookies)).status_code == 200
