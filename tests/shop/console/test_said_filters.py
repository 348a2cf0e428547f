"""What an export says of its filters: the words of the screen, and names in the place of ids."""

import pytest

from ieum.shop.console.actions import DESK
from ieum.shop.desk.describing import describe_filters
from ieum.shop.exports.saying import said_of
from ieum.shop.kernel.db import Connection, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.staff import a_staff
from tests.shop.desk.test_lists import LISTS

EXPORTED = [name for name in LISTS if not DESK.lists[name].is_kept_here]


@pytest.mark.parametrize("name", EXPORTED)
async def test_each_choice_is_said_in_the_word_of_the_screen(conn: Connection, name: str) -> None:
    listed = DESK.lists[name]
    for described in describe_filters(listed.filters):
        for value, word in described.get("words", {}).items():
            said = await said_of(conn, listed, f"{described['name']}={value}")

            assert said == [f"{described['label']} {word}"]


@pytest.mark.parametrize("name", EXPORTED)
async def test_an_id_that_is_chosen_by_name_is_said_by_name(conn: Connection, name: str) -> None:
    """Without a row of this id it stays a number, which has no commas."""
    listed = DESK.lists[name]
    for described in describe_filters(listed.filters):
        if described["name"] != "month" and ("options" in described or described["kind"] == "linked"):
            said = await said_of(conn, listed, f"{described['name']}=123456")

            assert said == [f"{described['label']} 123456"]


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
    colleague = (await a_staff(conn)).staff

    addresses = await said_of(conn, DESK.lists["addresses"], f"gateway={gateway}&pool={pool}")
    profits = await said_of(conn, DESK.lists["address-profits"], f"pool={pool}")
    theirs = await said_of(conn, DESK.lists["inquiries"], f"assignee={colleague}")
    nobodys = await said_of(conn, DESK.lists["inquiries"], "assignee=0")

    assert addresses == [f"게이트웨이 {named.partition(', ')[0]}", f"풀 {named.partition(', ')[2]}"]
    assert profits == addresses[1:]
    assert (theirs, nobodys) == (["담당 김운영"], ["담당 아무도 없음"])
