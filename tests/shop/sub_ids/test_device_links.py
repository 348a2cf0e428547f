"""Links by which somebody without an account sets up a device in a sub-id's share."""

import asyncio
from typing import NamedTuple

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.services import grants, queries, rules
from ieum.shop.services import service as services
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.device_links import (
    NAME,
    Maker,
    look_up,
    made,
    make,
    open_links,
    outcome,
    use,
    withdraw,
)
from tests.shop.builders.gateways import a_key
from tests.shop.builders.locks import until_one_waits_for_a_lock, until_so_many_wait_for_locks
from tests.shop.builders.members import a_login, a_session, an_account, leave
from tests.shop.builders.services import a_service, add_device, served_keys, show_service
from tests.shop.builders.shops import Client, Headers, Shop
from tests.shop.builders.sub_ids import a_grant, a_sub_id, do, grant, token_of, use_link

WITHDRAWN, OVER = (410, "device_link_withdrawn"), (410, "device_link_over")


class Desk(NamedTuple):
    """A sub-id that makes links, and its owner, who makes some, too."""

    maker: Maker
    owner: Maker
    sub_id: MemberId

    @property
    def right(self) -> str:
        return f"/api/v1/sub-ids/{self.sub_id}/services/{self.maker.service}"


async def a_desk(conn: Connection, *, devices: int = 1, of: int = 3) -> Desk:
    account = await an_account(conn)
    service = await a_service(conn, account.member, plan=await a_plan(conn, device_limit=of))
    sub_id = await a_sub_id(conn, account.member, login_id="desk_kim", name="영업1팀")
    await a_grant(conn, sub_id, service, devices=devices)
    return Desk(
        Maker(sub_id, service, await a_login(conn, sub_id)),
        Maker(account.member, service, account.headers),
        sub_id,
    )


async def devices_of(client: Client, maker: Maker) -> list[str]:
    shown = await show_service(client, maker.headers, maker.service)
    return [device["name"] for device in shown["devices"]]


async def look_as(client: Client, conn: Connection, desk: Desk) -> Headers:
    """The headers of a session of the owner, who looks as the sub-id in it from now on."""
    session = await a_session(conn, desk.owner.member)
    begun = await do(client, session.headers, desk.sub_id, "act")
    return {name: begun.headers[name] for name in ("authorization", "etis-rt")}


async def test_the_device_of_its_link_is_the_sub_ids(client: Client, conn: Connection) -> None:
    desk, key = await a_desk(conn), a_key()
    link = await made(client, desk.maker)

    seen = await look_up(client, link["token"])
    answer = await use(client, link["token"], key)

    assert seen.json()["data"]["hasPlace"] is True
    assert answer.status_code == 201, answer.text
    assert await fetch_all(conn, MemberId, "SELECT made_by FROM devices") == [desk.sub_id]
    assert await devices_of(client, desk.maker) == [NAME]
    assert outcome(await add_device(client, desk.maker.headers, desk.maker.service)) == (
        409,
        "device_share_reached",
    )
    # Nothing of its maker, as of a member.
    again = await look_up(client, link["token"], publicKey=key)
    for told in (seen, answer, again):
        assert "desk_kim" not in told.text
        assert "영업1팀" not in told.text


async def test_a_sub_id_sees_and_withdraws_its_own_links_and_its_owner_those_of_all(
    client: Client, conn: Connection
) -> None:
    desk = await a_desk(conn, devices=2)
    own, second = await made(client, desk.maker, "자리"), await made(client, desk.maker, "둘째 자리")
    theirs = await made(client, desk.owner, "집")

    seen_by_desk = await open_links(client, desk.maker)
    seen_by_owner = await open_links(client, desk.owner)
    foreign = await withdraw(client, desk.maker, theirs["id"])
    withdrawn = [
        await withdraw(client, desk.maker, own["id"]),
        await withdraw(client, desk.owner, second["id"]),
    ]

    assert [(one["name"], one["madeBy"]) for one in seen_by_desk] == [("자리", None), ("둘째 자리", None)]
    maker = {"id": desk.sub_id, "loginId": "desk_kim", "name": "영업1팀"}
    assert [(one["name"], one["madeBy"]) for one in seen_by_owner] == [
        ("자리", maker),
        ("둘째 자리", maker),
        ("집", None),
    ]
    assert outcome(foreign) == (404, "device_link_not_found")
    assert [answer.status_code for answer in withdrawn] == [200, 200]
    assert [outcome(await use(client, one["token"])) for one in (own, second)] == [WITHDRAWN] * 2
    assert [one["name"] for one in await open_links(client, desk.owner)] == ["집"]


async def test_another_sub_id_of_the_same_service_neither_sees_nor_withdraws_it(
    client: Client, conn: Connection
) -> None:
    desk = await a_desk(conn)
    neighbour = await a_sub_id(conn, desk.owner.member)
    await a_grant(conn, neighbour, desk.maker.service)
    other = Maker(neighbour, desk.maker.service, await a_login(conn, neighbour))
    link = await made(client, desk.maker)

    assert await open_links(client, other) == []
    assert outcome(await withdraw(client, other, link["id"])) == (404, "device_link_not_found")
    assert (await use(client, link["token"])).status_code == 201


async def test_no_more_links_than_its_share_has_places_and_none_of_its_owners_used_up(
    client: Client, conn: Connection
) -> None:
    desk = await a_desk(conn, devices=2, of=3)

    made_by_desk = [outcome(await make(client, desk.maker)) for _ in range(3)]
    made_by_owner = [outcome(await make(client, desk.owner)) for _ in range(4)]

    assert made_by_desk == [(201, None), (201, None), (409, "too_many_device_links")]
    assert made_by_owner == [(201, None)] * 3 + [(409, "too_many_device_links")]


async def test_without_a_place_in_its_share_or_the_service_it_makes_none(
    client: Client, conn: Connection
) -> None:
    desk = await a_desk(conn, devices=1, of=2)
    await add_device(client, desk.maker.headers, desk.maker.service, name="자리")
    own_full = await make(client, desk.maker)
    await grant(client, desk.owner.headers, desk.sub_id, desk.maker.service, devices=2)
    await add_device(client, desk.owner.headers, desk.maker.service, name="집")

    service_full = await make(client, desk.maker)

    assert [outcome(own_full), outcome(service_full)] == [(409, "device_share_reached")] * 2
    assert "1대까지" in own_full.json()["detail"]
    assert "모두 찼습니다" in service_full.json()["detail"]


async def test_its_links_of_a_day_use_up_none_of_its_owners(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "SPARE_KEYS_A_DAY", 1)
    desk = await a_desk(conn, devices=1)
    for _ in range(2):
        await withdraw(client, desk.maker, (await made(client, desk.maker))["id"])

    assert outcome(await make(client, desk.maker)) == (429, "too_many_device_links_today")
    assert outcome(await make(client, desk.owner)) == (201, None)


async def test_a_press_beyond_its_share_is_told_to_both_sides_and_spends_nothing(
    client: Client, conn: Connection
) -> None:
    desk = await a_desk(conn, devices=1, of=3)
    link = await made(client, desk.maker)
    await add_device(client, desk.maker.headers, desk.maker.service)

    seen = await look_up(client, link["token"])
    refused = await use(client, link["token"])
    told = (await open_links(client, desk.maker))[0]["fullAt"]
    await grant(client, desk.owner.headers, desk.sub_id, desk.maker.service, devices=2)

    assert seen.json()["data"]["hasPlace"] is False
    assert outcome(refused) == (409, "no_place_for_device")
    assert told is not None
    assert (await use(client, link["token"])).status_code == 201


async def test_a_withdrawn_right_takes_its_links_along_and_leaves_the_others(
    client: Client, conn: Connection
) -> None:
    desk = await a_desk(conn, devices=2)
    elsewhere = await a_service(conn, desk.owner.member)
    await a_grant(conn, desk.sub_id, elsewhere)
    unused, theirs = await made(client, desk.maker), await made(client, desk.owner)
    used, key = await made(client, desk.maker), a_key()
    await use(client, used["token"], key)
    of_another = await made(client, desk.maker._replace(service=elsewhere))

    answer = await client.delete(desk.right, headers=desk.owner.headers)

    assert answer.status_code == 200, answer.text
    for call in (look_up, use):
        assert outcome(await call(client, unused["token"])) == WITHDRAWN
    # Whoever has set up a device with one is told as well.
    assert outcome(await use(client, used["token"], key)) == OVER
    assert outcome(await look_up(client, used["token"], publicKey=key)) == OVER
    assert await served_keys(conn) == set()
    refused = await withdraw(client, desk.maker, unused["id"])
    assert outcome(refused) == (404, "device_link_not_found")
    # Another right does not bring them back.
    await grant(client, desk.owner.headers, desk.sub_id, desk.maker.service)
    assert outcome(await use(client, unused["token"])) == WITHDRAWN
    for good in (theirs, of_another):
        assert (await use(client, good["token"])).status_code == 201


async def test_the_links_of_a_removed_one_are_withdrawn(client: Client, conn: Connection) -> None:
    desk = await a_desk(conn)
    link = await made(client, desk.maker)

    removed = await client.delete(f"/api/v1/sub-ids/{desk.sub_id}", headers=desk.owner.headers)

    assert removed.status_code == 200, removed.text
    assert outcome(await use(client, link["token"])) == WITHDRAWN
    assert await open_links(client, desk.owner) == []


@pytest.mark.parametrize("resets", [False, True], ids=["password-alone", "with-the-factors"])
async def test_a_new_password_that_takes_the_factors_away_takes_open_links_along(
    client: Client, conn: Connection, resets: bool
) -> None:
    """Somebody else may have the sub-id from then on."""
    desk = await a_desk(conn, devices=2)
    link, of_owner = await made(client, desk.maker), await made(client, desk.owner)
    body = {"resetsFactors": resets}
    answer = await client.post(f"/api/v1/sub-ids/{desk.sub_id}/link", json=body, headers=desk.owner.headers)

    handed = await use_link(client, token_of(answer.json()["data"]["url"]))
    used = [outcome(await use(client, one["token"])) for one in (link, of_owner)]

    assert handed.status_code == 200, handed.text
    assert used == [WITHDRAWN if resets else (201, None), (201, None)]


@pytest.mark.parametrize("how", ["suspended", "over"])
async def test_while_it_is_suspended_or_over_its_links_are_refused_and_good_afterwards(
    client: Client, conn: Connection, how: str
) -> None:
    desk, key = await a_desk(conn, devices=2), a_key()
    unused, used = await made(client, desk.maker), await made(client, desk.maker)
    await use(client, used["token"], key)

    if how == "suspended":
        await do(client, desk.owner.headers, desk.sub_id, "suspend")
    else:
        await execute(
            conn,
            "UPDATE members SET access_ends_at = now() - interval '1 second' WHERE id = %(id)s",
            id=desk.sub_id,
        )
    refused = [
        await look_up(client, unused["token"]),
        await use(client, unused["token"]),
        await use(client, used["token"], key),
        await look_up(client, used["token"], publicKey=key),
    ]
    await do(client, desk.owner.headers, desk.sub_id, "resume")
    await execute(conn, "UPDATE members SET access_ends_at = NULL WHERE id = %(id)s", id=desk.sub_id)

    assert [outcome(answer) for answer in refused] == [OVER] * 4
    assert (await use(client, unused["token"])).status_code == 201


async def test_its_owner_is_mailed_of_each_use_as_of_the_sub_ids(client: Client, conn: Connection) -> None:
    desk = await a_desk(conn, devices=2)
    await execute(
        conn, "UPDATE members SET email = 'boss@example.com' WHERE id = %(id)s", id=desk.owner.member
    )
    for name in ("첫째", "둘째"):
        await use(client, (await made(client, desk.maker, name))["token"])

    mails = await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws('|', recipient, member_id, strpos(body, 'desk_kim') > 0, strpos(body, '영업1팀') > 0)
          FROM messages WHERE reference LIKE 'device-link-used:%%' ORDER BY id
        """,
    )

    assert mails == [f"boss@example.com|{desk.sub_id}|t|t"] * 2


async def test_an_owner_who_looks_as_it_sees_its_links_and_makes_and_withdraws_none(
    client: Client, conn: Connection
) -> None:
    desk = await a_desk(conn, devices=2)
    own = await made(client, desk.maker, "자리")
    await made(client, desk.owner, "집")

    acting = desk.maker._replace(headers=await look_as(client, conn, desk))

    assert [(one["name"], one["madeBy"]) for one in await open_links(client, acting)] == [("자리", None)]
    for refused in (await make(client, acting), await withdraw(client, acting, own["id"])):
        assert outcome(refused) == (403, "acting_reads_only")


async def test_the_links_of_the_sub_ids_of_a_member_who_leaves_are_forgotten(
    client: Client, conn: Connection
) -> None:
    account = await an_account(conn)
    service = await a_service(conn, account.member)
    sub_id = await a_sub_id(conn, account.member)
    await a_grant(conn, sub_id, service)
    link = await made(client, Maker(sub_id, service, await a_login(conn, sub_id)))
    await services.suspend(conn, [service])

    answer = await leave(client, account)

    assert answer.status_code == 200, answer.text
    assert await fetch_all(conn, str, "SELECT name FROM device_links") == []
    assert outcome(await use(client, link["token"])) == (404, "unknown_device_link")


async def test_a_right_that_is_withdrawn_during_the_press_leaves_no_device(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        desk = await a_desk(conn)
    link, key = await made(shop.client, desk.maker), a_key()

    async with shop.db.transaction() as withdrawing:
        await grants.withdraw(withdrawing, desk.owner.member, desk.sub_id, desk.maker.service)
        press = asyncio.create_task(use(shop.client, link["token"], key))
        await until_one_waits_for_a_lock(shop.db)

    assert outcome(await press) == WITHDRAWN
    async with shop.db.connection() as conn:
        assert await served_keys(conn) == set()
        assert await fetch_one(conn, int, "SELECT count(*) FROM devices") == 0


@pytest.mark.parametrize("how", ["withdrawn", "suspended", "removed"])
async def test_what_takes_a_right_away_waits_for_the_press_that_came_first_and_ends_its_device(
    shop: Shop, how: str
) -> None:
    async with shop.db.transaction() as conn:
        desk = await a_desk(conn)
    link, key = await made(shop.client, desk.maker), a_key()

    async with shop.db.transaction() as conn:
        # Where the press takes a tunnel address: it has read the right, and has no device yet.
        await conn.execute("LOCK TABLE devices IN EXCLUSIVE MODE")
        press = asyncio.create_task(use(shop.client, link["token"], key))
        await until_one_waits_for_a_lock(shop.db)
        path = f"/api/v1/sub-ids/{desk.sub_id}"
        if how == "suspended":
            taking = asyncio.create_task(do(shop.client, desk.owner.headers, desk.sub_id, "suspend"))
        else:
            what = desk.right if how == "withdrawn" else path
            taking = asyncio.create_task(shop.client.delete(what, headers=desk.owner.headers))
        await until_so_many_wait_for_locks(shop.db, 2)
    pressed, taken = await asyncio.gather(press, taking)

    assert (pressed.status_code, taken.status_code) == (201, 200), (pressed.text, taken.text)
    async with shop.db.connection() as conn:
        assert await served_keys(conn) == set()
    assert outcome(await use(shop.client, link["token"], key)) == OVER


async def test_a_link_that_is_made_while_its_right_is_withdrawn_is_not_made(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        desk = await a_desk(conn)

    async with shop.db.transaction() as withdrawing:
        await grants.withdraw(withdrawing, desk.owner.member, desk.sub_id, desk.maker.service)
        making = asyncio.create_task(make(shop.client, desk.maker))
        await until_one_waits_for_a_lock(shop.db)

    assert outcome(await making) == (404, "service_not_found")
    assert await open_links(shop.client, desk.owner) == []


async def test_no_more_of_its_links_than_its_share_are_made_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        desk = await a_desk(conn, devices=2)

    async with shop.db.transaction() as holding:
        await queries.hold_service(holding, desk.maker.service, desk.owner.member)
        presses = [asyncio.create_task(make(shop.client, desk.maker)) for _ in range(5)]
        await until_so_many_wait_for_locks(shop.db, 5)
    answers = await asyncio.gather(*presses)

    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409]
