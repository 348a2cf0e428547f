"""The pages that staff see who look as a member: the member's, for nobody else, and until the look is over."""

from ieum.shop.kernel.db import Connection
from ieum.shop.members.cookies import LOOK
from tests.shop.builders.looks import a_look
from tests.shop.builders.members import a_member, a_session
from tests.shop.builders.shops import Client
from tests.shop.builders.web_build import data_of


async def test_visitors_are_never_sent_a_page_that_was_made_for_a_look(
    client: Client, conn: Connection
) -> None:
    headers = await a_look(conn, await a_member(conn, login_id="hongkildong"))

    seen = await client.get("/", headers=headers)
    visitors = await client.get("/")

    assert data_of(seen.text)["/api/v1/member"]["mberId"] == "hongkildong"
    assert data_of(seen.text)["/api/v1/member"]["lookUntil"]
    assert "hongkildong" not in visitors.text
    assert visitors.status_code == 200


async def test_a_page_made_for_a_visitor_is_not_sent_to_a_look(client: Client, conn: Connection) -> None:
    headers = await a_look(conn, await a_member(conn, login_id="hongkildong"))

    await client.get("/")
    seen = await client.get("/", headers=headers)

    assert "hongkildong" in seen.text


async def test_the_browsers_own_login_rests_and_comes_back_with_the_next_page(
    client: Client, conn: Connection
) -> None:
    own = await a_session(conn, await a_member(conn, login_id="staff_as_member"))
    headers = await a_look(conn, member := await a_member(conn, login_id="hongkildong"))
    both = {**headers, "Cookie": f"{headers['Cookie']}; {own.cookies['Cookie']}"}
    during = await client.get("/mypage", headers=both)

    ended = await client.post("/api/v1/look/end", headers=both)
    again = await client.post("/api/v1/look/end", headers=both)
    after = await client.get("/mypage", headers=both)

    assert ("hongkildong" in during.text, "staff_as_member" in during.text) == (True, False)
    assert ended.json()["data"] == again.json()["data"] == {"next": f"/console/members/{member}"}
    assert ("hongkildong" in after.text, "staff_as_member" in after.text) == (False, True)
    # A browser drops the cookie with the first answer; one that has it still is told so again.
    for answer in (ended, after):
        assert any(
            line.startswith(f"{LOOK}=") and "Max-Age=0" in line
            for line in answer.headers.get_list("set-cookie")
        )
    assert (await client.get("/api/v1/member", headers=own.cookies)).json()["data"][
        "mberId"
    ] == "staff_as_member"


async def test_nobody_ends_a_look_that_is_not_there(client: Client, conn: Connection) -> None:
    headers = await a_look(conn, await a_member(conn))

    stranger = await client.post("/api/v1/look/end", headers=headers | {"Cookie": f"{LOOK}=x"})
    foreign = await client.post(
        "/api/v1/look/end",
        headers=headers | {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    )

    assert (stranger.status_code, foreign.status_code) == (404, 403)
    assert (await client.get("/api/v1/member", headers=headers)).status_code == 200
