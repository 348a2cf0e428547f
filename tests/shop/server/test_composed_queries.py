"""Letters that a Mac has taken apart are composed before anything looks for them."""

import unicodedata
from urllib.parse import quote

import pytest

from ieum.shop.desk.lists import read_filters
from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.desk.filters import MemberFilters
from ieum.shop.server.composing import composed
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff
from tests.shop.builders.sub_ids import a_sub_id

CONSOLE = "/api/v1/console"
APART = unicodedata.normalize("NFD", "남궁하나")


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        (f"q={quote(APART)}&size=3", f"q={quote('남궁하나')}&size=3"),
        (f"q={quote(APART + ' a+b=c&d%')}", f"q={quote('남궁하나')}+a%2Bb%3Dc%26d%25"),
        ("q=%EB%82%A8%20a%2Bb", "q=%EB%82%A8%20a%2Bb"),
        ("q=%FF%E1%84%82", "q=%FF%E1%84%82"),
        ("q=a&b", "q=a&b"),
        ("", ""),
    ],
)
def test_a_query_is_composed_and_otherwise_left_as_it_is(query: str, kept: str) -> None:
    assert composed(query.encode()).decode() == kept


def test_filters_of_bulk_changes_and_exports_are_composed() -> None:
    assert read_filters(MemberFilters, f"q={quote(APART)}").q == "남궁하나"


@pytest.mark.parametrize(
    "path", ["members", "subscriptions", "services", "search", "gateways", "content/texts"]
)
async def test_lists_of_the_console_are_asked_in_composed_letters(
    client: Client, conn: Connection, path: str
) -> None:
    staff = await a_staff(conn, owner=True)
    member = await a_member(conn)
    await execute(conn, "UPDATE members SET name = '남궁하나' WHERE id = %(id)s", id=member)
    await a_service(conn, member, plan=await a_plan(conn))

    answers = [
        await client.get(f"{CONSOLE}/{path}", params={"q": q}, headers=staff.headers)
        for q in ("남궁하나", APART)
    ]

    assert answers[0].status_code == 200, answers[0].text
    assert answers[0].json()["data"] == answers[1].json()["data"]
    if path in {"members", "services"}:
        assert answers[0].json()["data"]["items"]


async def test_a_member_finds_a_sub_id_by_letters_of_a_mac(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    sub_id = await a_sub_id(conn, member)
    await execute(conn, "UPDATE members SET name = '남궁하나' WHERE id = %(id)s", id=sub_id)

    answer = await client.get(
        "/api/v1/sub-ids", params={"search": APART}, headers=await a_login(conn, member)
    )

    assert [one["name"] for one in answer.json()["data"]["items"]] == ["남궁하나"]
