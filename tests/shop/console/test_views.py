"""Saved views: whose they are, who sees them, and what it takes to share one."""

from typing import Any

from ieum.shop.kernel.db import Connection, execute, fetch_all
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff

VIEWS = "/api/v1/console/views"


async def save(client: Client, staff: Login, **differs: Any) -> Any:
    form = {
        "screen": "orders",
        "name": "미입금",
        "query": "state=awaiting_deposit",
        "shared": False,
    } | differs
    return await client.post(VIEWS, json=form, headers=staff.headers)


async def names(client: Client, staff: Login, screen: str = "orders") -> list[tuple[str, bool]]:
    answer = await client.get(VIEWS, params={"screen": screen}, headers=staff.headers)
    assert answer.status_code == 200, answer.text
    return [(view["name"], view["mine"]) for view in answer.json()["data"]["items"]]


async def test_a_view_is_its_makers_alone_and_of_its_list_alone(client: Client, conn: Connection) -> None:
    one, other = await a_staff(conn), await a_staff(conn, owner=True)

    saved = await save(client, one)

    assert saved.status_code == 201
    assert await names(client, one) == [("미입금", True)]
    assert await names(client, one, "members") == []
    assert await names(client, other) == []


async def test_a_shared_view_is_seen_by_all_and_changed_by_its_maker_alone(
    client: Client, conn: Connection
) -> None:
    one, other = await a_staff(conn, "views.share"), await a_staff(conn, owner=True)
    view = (await save(client, one, shared=True)).json()["data"]["id"]

    seen = await names(client, other)
    form = {"screen": "orders", "name": "내 것", "query": "q=1"}
    changed = await client.put(f"{VIEWS}/{view}", json=form, headers=other.headers)
    deleted = await client.delete(f"{VIEWS}/{view}", headers=other.headers)

    assert seen == [("미입금", False)]
    assert [answer.json()["code"] for answer in (changed, deleted)] == ["view_not_found"] * 2
    assert await names(client, one) == [("미입금", True)]


async def test_to_share_takes_its_permission_at_first_and_later(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "orders.view")
    view = (await save(client, staff)).json()["data"]["id"]
    form = {"screen": "orders", "name": "모두", "query": "q=1", "shared": True}

    first = await save(client, staff, name="공유", shared=True)
    later = await client.put(f"{VIEWS}/{view}", json=form, headers=staff.headers)

    assert [answer.json()["code"] for answer in (first, later)] == ["permission_missing"] * 2
    assert await names(client, staff) == [("미입금", True)]


async def test_what_somebody_shared_goes_with_them(client: Client, conn: Connection) -> None:
    one, other = await a_staff(conn, "views.share"), await a_staff(conn)
    await save(client, one, shared=True)

    await execute(
        conn,
        "UPDATE staff SET removed_at = now(), password_hash = NULL, totp_secret = NULL WHERE id = %(id)s",
        id=one.staff,
    )

    assert await names(client, other) == []


async def test_a_name_stands_once_on_a_list_and_its_view_can_be_replaced(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn)
    view = (await save(client, staff)).json()["data"]["id"]

    again = await save(client, staff, name=" 미입금 ")
    elsewhere = await save(client, staff, screen="members")
    form = {"screen": "orders", "name": "미입금", "query": "state=due"}
    replaced = await client.put(f"{VIEWS}/{view}", json=form, headers=staff.headers)

    assert (again.status_code, again.json()["code"]) == (409, "view_name_taken")
    assert elsewhere.status_code == 201
    assert replaced.json()["data"]["query"] == "state=due"
    assert await fetch_all(conn, str, "SELECT action FROM staff_record ORDER BY index") == ["views.save"] * 3


async def test_there_is_an_end_to_the_number_of_views(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn)
    await execute(
        conn,
        """
        INSERT INTO saved_views (staff_id, screen, name, query)
        SELECT %(staff)s, 'orders', 'v' || n, 'q=1' FROM generate_series(1, 100) n
        """,
        staff=staff.staff,
    )

    answer = await save(client, staff)

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_views")
    assert len(await names(client, staff)) == 100


async def defaults(client: Client, staff: Login, screen: str = "orders") -> list[str]:
    answer = await client.get(VIEWS, params={"screen": screen}, headers=staff.headers)
    return [view["name"] for view in answer.json()["data"]["items"] if view["isDefault"]]


async def test_a_list_opens_with_one_view_of_each_person_own_or_shared_until_it_is_gone(
    client: Client, conn: Connection
) -> None:
    one, other = await a_staff(conn, "views.share"), await a_staff(conn)
    shared = (await save(client, one, shared=True)).json()["data"]["id"]
    own = (await save(client, other, name="내 것")).json()["data"]["id"]
    hidden = (await save(client, one, name="혼자")).json()["data"]["id"]

    await client.put(f"{VIEWS}/{own}/default", headers=other.headers)
    await client.put(f"{VIEWS}/{shared}/default", headers=other.headers)
    of_other, of_one = await defaults(client, other), await defaults(client, one)
    refused = await client.put(f"{VIEWS}/{hidden}/default", headers=other.headers)
    await client.delete(f"{VIEWS}/{own}/default", headers=other.headers)
    still = await defaults(client, other)
    deleted = await client.delete(f"{VIEWS}/{shared}", headers=one.headers)

    assert (of_other, of_one, still) == (["미입금"], [], ["미입금"])
    assert refused.json()["code"] == "view_not_found"
    assert deleted.status_code == 200
    assert await defaults(client, other) == []


async def test_a_default_is_unset_and_both_are_on_record(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn)
    view = (await save(client, staff)).json()["data"]["id"]

    await client.put(f"{VIEWS}/{view}/default", headers=staff.headers)
    await client.delete(f"{VIEWS}/{view}/default", headers=staff.headers)

    assert await defaults(client, staff) == []
    assert await fetch_all(conn, str, "SELECT action FROM staff_record ORDER BY index") == [
        "views.save",
        "views.default",
        "views.no_default",
    ]
