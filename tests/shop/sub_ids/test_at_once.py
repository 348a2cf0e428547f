"""Sub-ids under fire: two connections that want the same thing, or the opposite."""

import asyncio
from typing import Any

import httpx

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import queries as members
from ieum.shop.members import sub_id_queries
from ieum.shop.members.types import MemberId
from ieum.shop.services import queries as services
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.locks import until_one_waits_for_a_lock, until_so_many_wait_for_locks
from tests.shop.builders.members import PASSWORD, PASSWORD_HASH, a_login, a_member, an_account, leave
from tests.shop.builders.services import a_service, add_device, served_keys, show_service
from tests.shop.builders.shops import Headers, Shop
from tests.shop.builders.sub_ids import a_grant, a_sub_id, do, grant, make_sub_id, token_of, use_link


async def a_desk(
    shop: Shop, *, changes: int = 0, devices: int = 1
) -> tuple[Headers, Headers, MemberId, ServiceId]:
    """The headers of an owner and of their sub-id, the sub-id, and the service that it was granted."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn, password_hash=PASSWORD_HASH)
        service = await a_service(conn, member, plan=await a_plan(conn, addresses=6))
        sub_id = await a_sub_id(conn, member, login_id="desk_kim")
        await a_grant(conn, sub_id, service, changes=changes, devices=devices)
        await execute(
            conn,
            """
            INSERT INTO ticket_entries (member_id, amount, kind, expires_at)
            VALUES (%(member)s, 5, 'granted', now() + interval '1 year')
            """,
            member=member,
        )
        return await a_login(conn, member), await a_login(conn, sub_id), sub_id, service


async def change(shop: Shop, headers: Headers, service: int, address: str) -> httpx.Response:
    return await shop.client.post(
        f"/api/v1/services/{service}/ip-change", json={"address": address}, headers=headers
    )


async def test_a_share_of_one_is_used_once(shop: Shop) -> None:
    _, desk, _, service = await a_desk(shop, changes=1)
    address = (await show_service(shop.client, desk, service))["address"]

    answers = await asyncio.gather(*(change(shop, desk, service, address) for _ in range(4)))
    # Whoever saw the new address in the meantime finds the share used up, too.
    now = (await show_service(shop.client, desk, service))["address"]
    later = await change(shop, desk, service, now)

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert later.json()["code"] == "ip_change_share_used_up"
    async with shop.db.connection() as conn:
        used = await fetch_one(conn, int, "SELECT 5 - sum(amount)::int FROM ticket_entries")
    assert used == 1


async def test_the_log_says_which_address_it_was_at_that_time(shop: Shop) -> None:
    """Here, because what happens in one transaction happens at one moment."""
    owner, desk, sub_id, service = await a_desk(shop, changes=1)
    address = (await show_service(shop.client, desk, service))["address"]
    await grant(shop.client, owner, sub_id, service, changes=2)

    changed = await change(shop, desk, service, address)
    listed = (await shop.client.get(f"/api/v1/sub-ids/{sub_id}/events", headers=owner)).json()["data"][
        "items"
    ]

    assert changed.status_code == 200, changed.text
    assert [(one["what"], one["address"]) for one in listed if one["by"] == "owner"] == [("granted", address)]


async def test_one_place_for_a_device_is_taken_once(shop: Shop) -> None:
    _, desk, _, service = await a_desk(shop)

    answers = await asyncio.gather(*(add_device(shop.client, desk, service) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


async def test_a_right_withdrawn_during_a_change_is_no_right(shop: Shop) -> None:
    owner, desk, sub_id, service = await a_desk(shop, changes=1)
    address = (await show_service(shop.client, desk, service))["address"]

    async with shop.db.transaction() as withdrawing:
        await services.hold_service(withdrawing, service, await owner_of(withdrawing, sub_id))
        asking = asyncio.create_task(change(shop, desk, service, address))
        await until_one_waits_for_a_lock(shop.db)
        await execute(withdrawing, "DELETE FROM service_grants")
    refused = await asking

    assert refused.status_code == 404, refused.text
    assert (await show_service(shop.client, owner, service))["address"] == address


async def test_a_device_that_is_added_while_its_sub_id_is_suspended_is_not_served(shop: Shop) -> None:
    owner, desk, sub_id, service = await a_desk(shop)

    async with shop.db.transaction() as holding:
        await services.hold_service(holding, service, await owner_of(holding, sub_id))
        suspending = asyncio.create_task(do(shop.client, owner, sub_id, "suspend"))
        await until_one_waits_for_a_lock(shop.db)
        adding = asyncio.create_task(add_device(shop.client, desk, service))
        await until_so_many_wait_for_locks(shop.db, 2)
    suspended, added = await asyncio.gather(suspending, adding)

    assert suspended.status_code == 200, suspended.text
    assert added.status_code in {201, 401}, added.text
    async with shop.db.connection() as conn:
        assert await served_keys(conn) == set()


async def test_a_login_that_begins_while_its_sub_id_is_suspended_is_over_at_once(shop: Shop) -> None:
    _, _, sub_id, _ = await a_desk(shop)

    async with shop.db.transaction() as suspending:
        await sub_id_queries.lock(suspending, await owner_of(suspending, sub_id), sub_id)
        logging_in = asyncio.create_task(
            shop.client.post("/api/login", json={"mberId": "desk_kim", "mberPw": PASSWORD})
        )
        await until_one_waits_for_a_lock(shop.db)
        await sub_id_queries.suspend(suspending, sub_id)
    answer = await logging_in

    assert answer.status_code == 401, answer.text


async def test_an_owner_who_leaves_during_a_login_of_their_sub_id_leaves_no_session(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
        sub_id = await a_sub_id(conn, account.member, login_id="desk_kim")
        own = await a_login(conn, sub_id)

    leaving, logging_in = await asyncio.gather(
        leave(shop.client, account),
        shop.client.post("/api/login", json={"mberId": "desk_kim", "mberPw": PASSWORD}),
    )

    assert leaving.status_code == 200, leaving.text
    assert logging_in.status_code in {200, 401}, logging_in.text
    async with shop.db.connection() as conn:
        open_sessions = await fetch_one(
            conn,
            int,
            "SELECT count(*) FROM login_sessions WHERE member_id = %(id)s AND ended_at IS NULL",
            id=sub_id,
        )
        left = await fetch_all(
            conn, bool, "SELECT num_nonnulls(login_id, name, password_hash) = 0 FROM members"
        )
    assert (open_sessions, set(left)) == (0, {True})
    assert (await shop.client.get("/api/v1/member", headers=own)).status_code == 401


async def test_a_sub_id_that_is_made_while_its_owner_leaves_is_not_made(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)

    async with shop.db.transaction() as leaving:
        await members.lock_leaver(leaving, account.member)
        making = asyncio.create_task(make_sub_id(shop.client, account.headers))
        await until_one_waits_for_a_lock(shop.db)
        await execute(
            leaving,
            """
            UPDATE members SET left_at = now(), login_id = NULL, login_id_hash = sha256('x'), password_hash = NULL,
                               name = NULL, email = NULL, phone = NULL
             WHERE id = %(id)s
            """,
            id=account.member,
        )
    answer = await making

    assert answer.status_code == 401, answer.text


async def test_a_link_is_used_once_however_often_it_is_pressed(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        owner = await a_login(conn, await a_member(conn))
    token = token_of((await make_sub_id(shop.client, owner)).json()["data"]["link"]["url"])

    answers = await asyncio.gather(
        *(use_link(shop.client, token, f"battery-staple-{number}7") for number in range(3))
    )

    assert sorted(answer.status_code for answer in answers) == [200, 404, 404]


async def test_limits_hold_for_those_made_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        owner = await a_login(conn, await a_member(conn))
        await execute(conn, "UPDATE site_config SET sub_id_limit = 2")

    answers = await asyncio.gather(*(make_sub_id(shop.client, owner) for _ in range(5)))

    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409]


async def test_the_same_id_made_by_two_owners_at_once_is_one_of_theirs(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        owners = [await a_login(conn, await a_member(conn)) for _ in range(4)]

    answers = await asyncio.gather(*(make_sub_id(shop.client, owner, loginId="desk_one") for owner in owners))

    assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422]


async def owner_of(conn: Connection, sub_id: MemberId) -> Any:
    return await fetch_one(conn, MemberId, "SELECT owner_id FROM members WHERE id = %(id)s", id=sub_id)
