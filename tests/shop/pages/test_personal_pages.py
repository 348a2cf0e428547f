"""Pages that show a member, to nobody else."""

from datetime import timedelta

import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.pages.web_app import Site
from tests.shop.builders.members import a_login, a_member, a_session
from tests.shop.builders.shops import Client
from tests.shop.builders.sub_ids import a_sub_id, do
from tests.shop.builders.web_build import data_of


async def test_a_members_page_shows_that_member_and_is_never_cached(client: Client, conn: Connection) -> None:
    first = await a_login(conn, await a_member(conn, login_id="member_one"))
    second = await a_login(conn, await a_member(conn, login_id="member_two"))

    pages = [await client.get("/mypage", headers=headers) for headers in (first, second)]
    home = await client.get("/", headers=first)

    assert [("member_one" in page.text, "member_two" in page.text) for page in pages] == [
        (True, False),
        (False, True),
    ]
    assert {page.headers["cache-control"] for page in (*pages, home)} == {"private, no-store"}
    assert data_of(home.text)["/api/v1/member"]["mberId"] == "member_one"


async def test_personal_data_is_only_in_the_data_block_never_in_the_head(
    client: Client, conn: Connection
) -> None:
    headers = await a_login(conn, await a_member(conn, login_id="member_one"))

    document = (await client.get("/mypage", headers=headers)).text

    head = document[: document.index("</head>")]
    assert "member_one" not in head
    assert "홍길동" not in head


async def test_no_token_is_ever_in_a_document(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn))

    document = (await client.get("/mypage", headers=session.cookies)).text

    assert session.access not in document
    assert session.refresh not in document


async def test_a_visitor_is_redirected_to_the_login_and_back(client: Client) -> None:
    answer = await client.get("/mypage?page=2&x=가")

    assert answer.status_code == 302
    assert answer.headers["location"].startswith("/login?callbackUrl=%2Fmypage%3Fpage%3D2")
    assert "http" not in answer.headers["location"]


async def test_a_member_logged_out_elsewhere_is_redirected_to_the_login(
    client: Client, conn: Connection
) -> None:
    session = await a_session(conn, await a_member(conn))
    await execute(conn, "UPDATE login_sessions SET ended_at = now(), end_reason = 'logout'")

    answer = await client.get("/mypage", headers=session.headers)

    assert (answer.status_code, answer.headers["location"]) == (302, "/login?callbackUrl=%2Fmypage")


async def test_tokens_rotated_for_a_page_are_sent_as_cookies_once(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn), access_age=timedelta(minutes=16))

    answer = await client.get("/mypage", headers=session.cookies)

    assert answer.status_code == 200
    assert len(answer.headers.get_list("set-cookie")) == 2
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/mypage"])
@pytest.mark.parametrize("access_age", [timedelta(0), timedelta(minutes=16)], ids=["fresh", "old"])
async def test_invalid_tokens_are_deleted(
    client: Client, conn: Connection, path: str, access_age: timedelta
) -> None:
    session = await a_session(conn, await a_member(conn), access_age=access_age)
    await execute(conn, "UPDATE login_sessions SET ended_at = now(), end_reason = 'logout'")

    answer = await client.get(path, headers=session.cookies)

    deleted = answer.headers.get_list("set-cookie")
    assert [cookie.partition("=")[0] for cookie in deleted] == ["ieum_at", "ieum_rt"]
    assert all("Max-Age=0" in cookie for cookie in deleted)
    assert "authorization" not in answer.headers


@pytest.mark.parametrize("left", ["ieum_at", "ieum_rt"])
async def test_one_token_without_the_other_is_deleted(client: Client, conn: Connection, left: str) -> None:
    session = await a_session(conn, await a_member(conn))
    [cookie] = [one for one in session.cookies["Cookie"].split("; ") if one.startswith(left)]

    answers = [await client.get(path, headers={"Cookie": cookie}) for path in ("/mypage", "/api/v1/member")]

    assert [answer.status_code for answer in answers] == [302, 401]
    assert len(answers[0].headers.get_list("set-cookie")) == 2


async def test_valid_tokens_and_visitors_without_any_get_no_new_cookies(
    client: Client, conn: Connection
) -> None:
    session = await a_session(conn, await a_member(conn))

    answers = [await client.get("/", headers=session.cookies), await client.get("/")]

    assert [answer.headers.get_list("set-cookie") for answer in answers] == [[], []]


async def test_a_members_page_is_not_compressed(client: Client, conn: Connection) -> None:
    headers = await a_login(conn, await a_member(conn))

    page = await client.get("/mypage", headers=headers | {"accept-encoding": "gzip"})

    assert "content-encoding" not in page.headers


@pytest.mark.parametrize(
    ("path", "is_members", "is_sub_ids"),
    [
        ("/mypage/service-status/normal?page=1", True, True),
        ("/mypage/points?page=1", True, False),
        ("/static-ip/payment/normal", True, False),
        ("/mypage/security", False, True),
        ("/mypage/activity?page=1", False, True),
    ],
)
async def test_a_page_is_there_for_members_or_sub_ids_or_both(
    client: Client,
    conn: Connection,
    app: Litestar,
    real_site: Site,
    path: str,
    is_members: bool,
    is_sub_ids: bool,
) -> None:
    app.state.site = real_site
    owner = await a_member(conn)
    member, sub_id = [await a_login(conn, whose) for whose in (owner, await a_sub_id(conn, owner))]

    answers = [await client.get(path, headers=headers) for headers in (member, sub_id)]

    assert [answer.status_code == 200 for answer in answers] == [is_members, is_sub_ids]
    missing = [answer for answer in answers if answer.status_code != 200]
    assert [(answer.status_code, "noindex" in answer.text) for answer in missing] == [(404, True)] * len(
        missing
    )
    # What the page would have asked for is not even asked.
    assert [set(data_of(answer.text)) for answer in missing] == [
        {"/api/v1/config/info", "/api/v1/member"}
    ] * len(missing)


async def test_an_owner_who_looks_as_a_sub_id_has_no_page_of_its_password(
    client: Client, conn: Connection, app: Litestar, real_site: Site
) -> None:
    app.state.site = real_site
    owner = await a_member(conn)
    sub_id = await a_sub_id(conn, owner)
    session = await a_session(conn, owner)
    began = await do(client, session.headers, sub_id, "act")
    acting = {"authorization": began.headers["authorization"], "etis-rt": began.headers["etis-rt"]}

    answers = [await client.get(path, headers=acting) for path in ("/mypage/activity", "/mypage/security")]

    assert [answer.status_code for answer in answers] == [200, 404]
    assert data_of(answers[0].text)["/api/v1/member"]["kind"] == "acting"
