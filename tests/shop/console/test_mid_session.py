"""Rights that end while somebody is at work, and wishes whose people or objects changed meanwhile."""

import asyncio
from typing import Any

import pytest

from ieum.shop.desk.permissions import Permission
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders.desk import press, press_unseen, preview
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_role, a_staff

CONSOLE = "/api/v1/console"
ROLE = {"name": "야간 상담", "permissions": ["orders.view"]}


async def ask(client: Client, by: Login, change: str, target: object, **wish: Any) -> dict[str, Any]:
    answer = await press(client, by, change, target, **wish)
    assert answer.status_code == 202, answer.text
    return answer.json()["data"]


async def confirm(client: Client, by: Login, asked: dict[str, Any], digest: str | None = None) -> Any:
    return await client.post(
        f"{CONSOLE}/approvals/{asked['approvalId']}/confirmation",
        json={"digest": digest or asked["preview"]["digest"]},
        headers=by.headers,
    )


async def newest_digest(client: Client, by: Login, asked: dict[str, Any]) -> str:
    answer = await client.get(f"{CONSOLE}/approvals/{asked['approvalId']}", headers=by.headers)
    return answer.json()["data"]["preview"]["digest"]


async def remove(conn: Connection, staff: Login) -> None:
    await execute(
        conn,
        "UPDATE staff SET removed_at = now(), password_hash = NULL, totp_secret = NULL WHERE id = %(id)s",
        id=staff.staff,
    )


async def narrow(conn: Connection, staff: Login, permissions: list[Permission]) -> None:
    await execute(
        conn,
        "UPDATE staff_roles SET permissions = %(permissions)s WHERE id = %(role)s",
        permissions=permissions,
        role=staff.role,
    )


async def test_what_a_role_loses_its_people_lose_with_the_next_request(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "orders.view", "staff.view")

    before = await client.get(f"{CONSOLE}/orders", headers=staff.headers)
    await narrow(conn, staff, ["staff.view"])
    after = await client.get(f"{CONSOLE}/orders", headers=staff.headers)

    assert (before.status_code, after.json()["code"]) == (200, "permission_missing")


async def test_a_network_that_is_shut_shuts_out_whoever_is_in(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, owner=True)
    await execute(conn, "INSERT INTO staff_networks VALUES ('203.0.113.0/24')")

    answers = [
        await client.get(f"{CONSOLE}/orders", headers=staff.headers),
        await preview(client, staff, "roles.make", None, **ROLE),
        await press_unseen(client, staff, "roles.make", None, **ROLE),
    ]

    assert {answer.json()["code"] for answer in answers} == {"network_not_allowed"}
    assert await fetch_one(conn, int, "SELECT count(*) FROM staff_record") == 0


async def test_a_new_role_ends_the_sessions_that_the_old_one_had(client: Client, conn: Connection) -> None:
    owner, second = await a_staff(conn, owner=True), await a_staff(conn, "staff.change", "approvals.confirm")
    person, role = await a_staff(conn, "orders.view"), await a_role(conn, ["orders.view"])
    asked = await ask(client, owner, "staff.role", person.staff, role=role)

    await confirm(client, second, asked)

    assert (await client.get(f"{CONSOLE}/session", headers=person.headers)).status_code == 401
    assert await fetch_all(
        conn, str, "SELECT end_reason FROM staff_sessions WHERE id = %(id)s", id=person.session
    ) == ["role"]


@pytest.mark.parametrize("leaves", [True, False], ids=["removed", "role narrowed"])
async def test_a_wish_ends_with_the_right_of_whoever_has_it(
    client: Client, conn: Connection, leaves: bool
) -> None:
    asker = await a_staff(conn, "roles.change", "orders.view")
    second = await a_staff(conn, "roles.change", "approvals.confirm")
    asked = await ask(client, asker, "roles.make", None, **ROLE)

    await (remove(conn, asker) if leaves else narrow(conn, asker, ["orders.view"]))
    answer = await confirm(client, second, asked)

    assert (answer.status_code, answer.json()["code"]) == (409, "asker_may_not")
    assert await fetch_all(conn, str, "SELECT action FROM staff_record ORDER BY index") == ["approvals.ask"]


async def test_a_role_that_grew_after_it_was_asked_for_is_not_given_by_two_who_lack_it(
    client: Client, conn: Connection
) -> None:
    """The second person sees the new preview, but nobody of the two has what it gives."""
    asker = await a_staff(conn, "staff.change", "orders.view")
    second = await a_staff(conn, "staff.change", "approvals.confirm")
    person, role = await a_staff(conn), await a_role(conn, ["orders.view"])
    asked = await ask(client, asker, "staff.role", person.staff, role=role)

    await execute(
        conn, "UPDATE staff_roles SET permissions = '{orders.refund}' WHERE id = %(role)s", role=role
    )
    await confirm(client, second, asked)
    answer = await confirm(client, second, asked, await newest_digest(client, second, asked))

    assert (answer.status_code, answer.json()["code"]) == (403, "more_than_own")


async def test_two_who_are_no_owners_do_not_unmake_one_who_became_it_meanwhile(
    client: Client, conn: Connection
) -> None:
    await a_staff(conn, owner=True)
    asker = await a_staff(conn, "staff.change", "orders.view")
    second = await a_staff(conn, "staff.change", "approvals.confirm")
    person, role = await a_staff(conn, "orders.view"), await a_role(conn, ["orders.view"])
    asked = await ask(client, asker, "staff.role", person.staff, role=role)

    await execute(
        conn,
        "UPDATE staff SET role_id = (SELECT id FROM staff_roles WHERE is_owner) WHERE id = %(id)s",
        id=person.staff,
    )
    await confirm(client, second, asked)
    answer = await confirm(client, second, asked, await newest_digest(client, second, asked))

    assert (answer.status_code, answer.json()["code"]) == (403, "more_than_own")


async def test_nobody_rewrites_a_role_that_may_more_than_they(client: Client, conn: Connection) -> None:
    manager, above = await a_staff(conn, "roles.change"), await a_role(conn, ["orders.refund"])

    answers = [
        await ask_for(client, manager, "roles.change", above, name="야간 상담", permissions=[])
        for ask_for in (preview, press_unseen)
    ]

    refusals = {(answer.status_code, answer.json()["code"]) for answer in answers}
    assert refusals == {(403, "more_than_own")}


async def test_who_may_not_confirm_leaves_no_trace_on_the_wish(client: Client, conn: Connection) -> None:
    asker, stranger = await a_staff(conn, owner=True), await a_staff(conn, "orders.view")
    asked = await ask(client, asker, "roles.make", None, **ROLE)
    await execute(conn, "UPDATE staff_approvals SET preview = jsonb_set(preview, '{digest}', '\"old\"')")

    answer = await confirm(client, stranger, asked, "guessed")

    assert (answer.status_code, answer.json()["code"]) == (403, "may_not_confirm")
    assert await newest_digest(client, asker, asked) == "old"


async def test_a_second_session_of_whoever_asked_is_no_second_person(
    client: Client, conn: Connection
) -> None:
    asker = await a_staff(conn, "roles.change", "orders.view", "approvals.confirm")
    asked = await ask(client, asker, "roles.make", None, **ROLE)
    other = await a_staff(conn)
    await execute(
        conn,
        "UPDATE staff_sessions SET staff_id = %(staff)s WHERE id = %(session)s",
        staff=asker.staff,
        session=other.session,
    )

    answer = await confirm(client, other, asked)

    assert (answer.status_code, answer.json()["code"]) == (403, "may_not_confirm")


@pytest.mark.parametrize("who", ["asker", "confirmer"])
async def test_whoever_is_removed_while_a_wish_is_confirmed_is_seen_removed(shop: Shop, who: str) -> None:
    """The removal is under way on a connection of its own; the confirmation waits for it, and then finds it done."""
    async with shop.db.transaction() as conn:
        asker = await a_staff(conn, "roles.change", "orders.view")
        second = await a_staff(conn, "roles.change", "approvals.confirm")
    asked = await ask(shop.client, asker, "roles.make", None, **ROLE)
    leaving = asker if who == "asker" else second

    async with shop.db.transaction() as conn:
        await remove(conn, leaving)
        await execute(
            conn,
            "UPDATE staff_sessions SET ended_at = now(), end_reason = 'removed' WHERE staff_id = %(id)s",
            id=leaving.staff,
        )
        confirming = asyncio.create_task(confirm(shop.client, second, asked))
        await until_one_waits_for_a_lock(shop.db)
    answer = await confirming

    assert answer.json()["code"] == ("asker_may_not" if who == "asker" else "staff_login_required")
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM staff_roles WHERE name = '야간 상담'") == 0
