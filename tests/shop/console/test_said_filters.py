"""What an export says of its filters: the words of the screen, and names in the place of ids."""

import pytest

from ieum.shop.console.actions import DESK
from ieum.shop.desk.describing import describe_filters
from ieum.shop.exports.saying import said_of
from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.staff import a_staff

EXPORTED = [name for name in DESK.lists if not DESK.lists[name].is_kept_here]
# What is said of filters that are not set, of lists that are not whole then.
UNSET = {
    f"{described['label']} {described['unset']}"
    for name in EXPORTED
    for described in describe_filters(DESK.lists[name].filters)
    if "unset" in described
}


@pytest.mark.parametrize("name", EXPORTED)
async def test_each_choice_is_said_in_the_word_of_the_screen(conn: Connection, name: str) -> None:
    listed = DESK.lists[name]
    for described in describe_filters(listed.filters):
        for value, word in described.get("words", {}).items():
            said = await said_of(conn, listed, f"{described['name']}={value}")

            assert [one for one in said if one not in UNSET] == [f"{described['label']} {word}"]


@pytest.mark.parametrize("name", EXPORTED)
async def test_an_id_that_is_chosen_by_name_is_said_by_name(conn: Connection, name: str) -> None:
    """Without a row of this id it stays a number, which has no commas."""
    listed = DESK.lists[name]
    for described in describe_filters(listed.filters):
        if described["name"] != "month" and ("options" in described or described["kind"] == "linked"):
            said = await said_of(conn, listed, f"{described['name']}=123456")

            assert [one for one in said if one not in UNSET] == [f"{described['label']} 123456"]


@pytest.mark.parametrize(
    ("name", "query", "said"),
    [
        ("inquiries", "category=refund", ["상태 기다리는 문의", "분류 환불"]),
        ("inquiries", "state=all", ["상태 모두"]),
        ("address-profits", "", ["달 가장 최근"]),
        ("address-profits", "month=2026-11", ["달 2026-11"]),
    ],
)
async def test_a_list_that_is_not_whole_without_filters_says_so(
    conn: Connection, name: str, query: str, said: list[str]
) -> None:
    assert await said_of(conn, DESK.lists[name], query) == said


async def test_gateways_pools_and_colleagues_have_their_names(conn: Connection) -> None:
    await a_plan(conn)
    gateway = await fetch_one(conn, int, "SELECT max(id) FROM gateways")
    pool = await fetch_one(conn, int, "SELECT max(id) FROM address_pools")
    named = await fetch_one(
        conn,
        str,
        """
        SELECT g.name || ', ' || p.code FROM gateways g, address_pools p
         WHERE g.id = %(gateway)s AND p.id = %(pool)s
        """,
        gateway=gateway,
        pool=pool,
    )
    colleague, other = (await a_staff(conn)).staff, (await a_staff(conn)).staff
    await execute(
        conn,
        """
        INSERT INTO inquiries (member_id, category, title, assignee_id, taken_by)
        VALUES (%(member)s, 'other', '접속', %(colleague)s, '김운영')
        """,
        member=await a_member(conn),
        colleague=colleague,
    )

    addresses = await said_of(conn, DESK.lists["addresses"], f"gateway={gateway}&pool={pool}")
    profits = await said_of(conn, DESK.lists["address-profits"], f"month=2026-11&pool={pool}")
    theirs = await said_of(conn, DESK.lists["inquiries"], f"state=all&assignee={colleague}")
    strangers = await said_of(conn, DESK.lists["inquiries"], f"state=all&assignee={other}")
    nobodys = await said_of(conn, DESK.lists["inquiries"], "state=all&assignee=0")

    assert addresses == [f"게이트웨이 {named.partition(', ')[0]}", f"풀 {named.partition(', ')[2]}"]
    assert profits[1:] == addresses[1:]
    assert (theirs, nobodys) == (["상태 모두", "담당 김운영"], ["상태 모두", "담당 아무도 없음"])
    # Whoever may not see the staff would have all their names by their numbers.
    assert strangers == ["상태 모두", f"담당 {other}"]
