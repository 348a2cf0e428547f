"""A gateway is evacuated: services move at their members' press, or on the announced day; no address is lost."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.evacuation import jobs, notices, queries, service
from ieum.shop.evacuation.types import Evacuation
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.reconciliation import invariants
from tests.shop.builders.catalog import a_dynamic_plan
from tests.shop.builders.crashes import Crash, CrashingDatabase, Killed
from tests.shop.builders.evacuations import (
    NEW,
    OLD,
    Place,
    Resident,
    a_place,
    a_resident,
    add_room,
    connect_at,
    evacuate,
    leases_of,
    mails_to,
    move_of,
    press,
    served,
    state_of_move,
    the_day_comes,
)
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.rotation import addresses_of
from tests.shop.builders.services import add_device, show_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.usage import Used, line
from tests.shop.builders.worker import job_context, worker_tools


async def books(conn: Connection) -> list[str]:
    """What the nightly check would report, but for what these tests do not build."""
    return [
        found.what
        for found in await invariants.find_differences(conn)
        if found.what in {"move_differs", "lease_differs"}
    ]


async def go_on(db: Database) -> None:
    await jobs.go_on.func(job_context(worker_tools(db)))


async def test_an_address_is_kept_and_one_mail_tells_a_member_of_all_their_services(
    client: Client, conn: Connection, db: Database
) -> None:
    place = await a_place(conn)
    one = await a_resident(conn, place)
    two = await a_resident(conn, place, member=one.member)
    [before] = await addresses_of(conn, one.service)

    for _ in range(2):
        await evacuate(conn, db, place)

    moves = [await move_of(client, resident) for resident in (one, two)]
    assert [move["state"] for move in moves] == ["offered", "offered"]
    assert moves[0]["previousAddress"] == before
    assert {move["address"] for move in moves} == {"198.51.100.1", "198.51.100.2"}
    assert [move["devices"] for move in moves] == [[], []]
    assert await leases_of(conn, one) == ["active", "coming"]
    assert [gateway for gateway, _ in await served(conn, one)] == [place.old]
    [subject] = await mails_to(conn, one)
    assert "옮겨 주세요" in subject
    body = await fetch_one(conn, str, "SELECT body FROM messages")
    assert all(
        text in body for text in (before, "198.51.100.1", "198.51.100.2", "통신사 회선 교체", "위약금 없이")
    )
    shown = await show_service(client, one.headers, one.service)
    assert (shown["address"], shown["move"]["state"]) == (before, "offered")
    assert await books(conn) == []


async def test_a_press_issues_new_settings_and_the_old_ones_go_on(
    client: Client, conn: Connection, db: Database
) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    [before] = await addresses_of(conn, resident.service)
    await evacuate(conn, db, place)

    answer = await press(client, resident)

    assert answer.status_code == 200, answer.text
    moved = answer.json()["data"]
    assert (moved["state"], moved["address"], moved["previousAddress"]) == ("moving", "198.51.100.1", before)
    [device] = moved["devices"]
    assert device["device"]["publicKey"] == resident.key
    assert device["tunnel"]["serverPublicKey"] == "N" * 42 + "A="
    assert await served(conn, resident) == [(place.old, before), (place.new, "198.51.100.1")]
    assert await leases_of(conn, resident) == ["leaving", "active"]
    await go_on(db)
    assert await state_of_move(conn, resident) == "moving"
    assert await move_of(client, resident) == moved
    assert await books(conn) == []


async def test_the_old_exit_ends_with_the_first_handshake_of_the_new_settings(
    client: Client, conn: Connection, db: Database
) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    [before] = await addresses_of(conn, resident.service)
    await evacuate(conn, db, place)
    await connect_at(conn, resident, place.old)
    await press(client, resident)

    await go_on(db)
    still = await state_of_move(conn, resident)
    await connect_at(conn, resident, place.new)
    for _ in range(2):
        await go_on(db)

    assert (still, await state_of_move(conn, resident)) == ("moving", "moved")
    assert await served(conn, resident) == [(place.new, "198.51.100.1")]
    assert await leases_of(conn, resident) == ["ended", "active"]
    rests = "SELECT available_at > now() FROM exit_addresses WHERE host(address) = %(address)s"
    assert await fetch_one(conn, bool, rests, address=before)
    # Its tunnel address rests, too.
    assert await fetch_all(conn, int, "SELECT gateway_id::int FROM free_tunnels") == [place.old]
    assert (await show_service(client, resident.headers, resident.service))["move"] is None
    assert await books(conn) == []


async def test_the_tunnel_addresses_of_a_device_that_is_removed_while_it_moves_rest_on_both_gateways(
    client: Client, conn: Connection, db: Database
) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    [device] = (await press(client, resident)).json()["data"]["devices"]

    path = f"/api/v1/services/{resident.service}/devices/{device['device']['id']}"
    removed = await client.delete(path, headers=resident.headers)

    assert removed.status_code == 200, removed.text
    resting = "SELECT gateway_id::int FROM free_tunnels ORDER BY gateway_id"
    assert await fetch_all(conn, int, resting) == sorted([place.old, place.new])


async def test_an_old_exit_ends_on_the_announced_day(client: Client, conn: Connection, db: Database) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    await press(client, resident)

    await the_day_comes(conn)
    await go_on(db)

    assert await state_of_move(conn, resident) == "moved"
    assert await served(conn, resident) == [(place.new, "198.51.100.1")]


async def test_who_does_nothing_is_reminded_and_moved_on_the_day(
    client: Client, conn: Connection, db: Database
) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    subjects = [len(await mails_to(conn, resident))]
    for left in (timedelta(days=4), timedelta(days=2), timedelta(days=2), timedelta(hours=20)):
        await execute(conn, "UPDATE service_moves SET until = now() + %(left)s", left=left)
        await notices.tell_offered(db)
        subjects.append(len(await mails_to(conn, resident)))

    await the_day_comes(conn)
    for _ in range(2):
        await go_on(db)

    assert subjects == [1, 1, 2, 2, 3]
    assert await state_of_move(conn, resident) == "moved"
    assert await served(conn, resident) == [(place.new, "198.51.100.1")]
    assert len(await mails_to(conn, resident)) == 4
    # The settings wait for them, pressed or not.
    late = await press(client, resident)
    assert (late.status_code, late.json()["data"]["state"]) == (200, "moved")
    assert len(late.json()["data"]["devices"]) == 1
    assert (await show_service(client, resident.headers, resident.service))["move"]["state"] == "moved"
    await connect_at(conn, resident, place.new)
    assert (await show_service(client, resident.headers, resident.service))["move"] is None


async def test_where_there_is_no_room_a_service_stays_until_there_is(
    client: Client, conn: Connection, db: Database
) -> None:
    place = await a_place(conn, room=1)
    one, two = await a_resident(conn, place), await a_resident(conn, place)
    await evacuate(conn, db, place, days=2)

    without = await client.get(f"/api/v1/services/{two.service}/move", headers=two.headers)
    await the_day_comes(conn)
    await go_on(db)
    stays = await served(conn, two)
    await add_room(conn, place.plan, place.new, 1, first=5)
    await jobs.plan.func(job_context(worker_tools(db)))
    later = await move_of(client, two)

    assert without.status_code == 404
    assert [gateway for gateway, _ in stays] == [place.old]
    assert await state_of_move(conn, one) == "moved"
    assert (later["state"], later["address"]) == ("offered", "198.51.100.5")
    # However late room was found, its member has a week.
    assert await fetch_one(
        conn, bool, "SELECT until > now() + interval '6 days' FROM service_moves WHERE state = 'offered'"
    )


@pytest.mark.parametrize(
    "prepare",
    [
        pytest.param(
            "UPDATE address_pools SET carrier = 'LG U+' WHERE id <> (SELECT min(id) FROM address_pools)",
            id="another carrier",
        ),
        pytest.param("UPDATE gateways SET wanted = 'draining'", id="none that serves"),
        pytest.param("UPDATE gateways SET lost_at = now()", id="lost"),
        pytest.param(
            "UPDATE exit_addresses SET available_at = now() + interval '1 day' WHERE available_at IS NOT NULL",
            id="resting",
        ),
    ],
)
async def test_what_is_no_place_to_go_is_not_offered(conn: Connection, db: Database, prepare: str) -> None:
    place = await a_place(conn, room=0)
    resident = await a_resident(conn, place)
    await execute(
        conn,
        """
        WITH pool AS (INSERT INTO address_pools (code, carrier, region) VALUES ('other', 'KT', '부산') RETURNING id),
             sold AS (INSERT INTO plan_pools SELECT %(plan)s, id FROM pool)
        INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
        SELECT id, %(new)s, '198.51.100.9', now(), 'call', now() FROM pool
        """,
        plan=place.plan,
        new=place.new,
    )
    await execute(conn, prepare)  # pyright: ignore[reportArgumentType] - written in this file

    await evacuate(conn, db, place)

    assert await leases_of(conn, resident) == ["active"]
    assert await fetch_one(conn, int, "SELECT count(*) FROM service_moves") == 0


NO_PLACE_ANY_MORE = pytest.mark.parametrize(
    "ruin",
    [
        pytest.param(
            "UPDATE exit_addresses SET withdrawn_at = now() WHERE address = '198.51.100.1'", id="withdrawn"
        ),
        pytest.param(
            "UPDATE exit_addresses SET flags = '{unproven}', flagged_at = now() WHERE address = '198.51.100.1'",
            id="flagged",
        ),
        pytest.param(
            "UPDATE gateways SET wanted = 'draining' WHERE id = %(new)s", id="its gateway goes, too"
        ),
        pytest.param("UPDATE gateways SET lost_at = now() WHERE id = %(new)s", id="its gateway is lost"),
    ],
)


@NO_PLACE_ANY_MORE
async def test_who_is_offered_what_is_no_place_any_more_is_offered_another(
    client: Client, conn: Connection, db: Database, ruin: str
) -> None:
    place = await a_place(conn, room=1)
    resident = await a_resident(conn, place)
    evacuation = await evacuate(conn, db, place)
    await execute(conn, ruin, new=place.new)  # pyright: ignore[reportArgumentType] - written in this file

    alone = await press(client, resident)
    third = await a_gateway(conn, token="gw_third", public_key="T" * 42 + "A=")
    await add_room(conn, place.plan, third, 1, first=7)
    await service.plan(db, evacuation)
    await notices.tell_offered(db)

    assert (alone.status_code, alone.json()["code"]) == (409, "new_address_gone")
    assert await leases_of(conn, resident) == ["active", "coming"]
    assert (await move_of(client, resident))["address"] == "198.51.100.7"
    assert "198.51.100.7" in await fetch_one(conn, str, "SELECT body FROM messages ORDER BY id DESC LIMIT 1")
    assert len(await mails_to(conn, resident)) == 2
    pressed = await press(client, resident)
    assert (pressed.status_code, pressed.json()["data"]["address"]) == (200, "198.51.100.7")
    assert await books(conn) == []


@NO_PLACE_ANY_MORE
async def test_nobody_is_moved_to_what_is_no_place_any_more_while_there_is_another(
    client: Client, conn: Connection, db: Database, ruin: str
) -> None:
    place = await a_place(conn, room=1)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    third = await a_gateway(conn, token="gw_third", public_key="T" * 42 + "A=")
    await add_room(conn, place.plan, third, 1, first=7)
    await execute(conn, ruin, new=place.new)  # pyright: ignore[reportArgumentType] - written in this file
    await the_day_comes(conn)

    await go_on(db)

    move = await move_of(client, resident)
    assert (move["state"], move["address"]) == ("offered", "198.51.100.7")
    assert datetime.fromisoformat(move["until"]) > datetime.now(UTC) + timedelta(days=6)


async def test_the_same_region_is_preferred(client: Client, conn: Connection, db: Database) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await execute(
        conn,
        """
        WITH pool AS (INSERT INTO address_pools (code, carrier, region) VALUES ('other', 'KT', '부산') RETURNING id),
             sold AS (INSERT INTO plan_pools SELECT %(plan)s, id FROM pool)
        INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at, available_at)
        SELECT id, %(new)s, '198.51.100.9', now(), 'call', now(), now() - interval '9 days' FROM pool
        """,
        plan=place.plan,
        new=place.new,
    )

    await evacuate(conn, db, place)

    assert (await move_of(client, resident))["region"] == "서울"


async def test_a_dynamic_service_goes_where_it_can_change_its_address(
    client: Client, conn: Connection, db: Database
) -> None:
    """A gateway's share for changes is not given away, and after the move it changes among the new ones."""
    old = await a_gateway(conn, token="gw_old")
    plan = await a_dynamic_plan(conn, gateway=old)
    place = Place(old, await a_gateway(conn, token="gw_new", public_key="N" * 42 + "A="), plan)
    await add_room(conn, plan, place.new, 1)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    too_little = await leases_of(conn, resident)
    await add_room(conn, plan, place.new, 3, first=2)
    await jobs.plan.func(job_context(worker_tools(db)))

    await press(client, resident)
    rotated = await client.post(
        f"/api/v1/services/{resident.service}/rotation", json={}, headers=resident.headers
    )

    assert too_little == ["active"]
    assert rotated.status_code == 200, rotated.text
    assert rotated.json()["data"]["new"].startswith("198.51.100.")
    # The old gateway goes on, and is not told the other's addresses.
    assert [gateway for gateway, _ in await served(conn, resident)] == [place.old, place.new]
    assert await leases_of(conn, resident) == ["leaving", "ended", "active"]
    history = await client.get(f"/api/v1/services/{resident.service}/addresses", headers=resident.headers)
    assert [one["cause"] for one in history.json()["data"]] == ["button", "evacuation", "order"]


async def test_devices_that_are_added_meanwhile_are_set_up_for_the_new_gateway(
    client: Client, conn: Connection, db: Database
) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    await press(client, resident)

    added = await add_device(client, resident.headers, resident.service, key=a_key())

    assert added.json()["data"]["tunnel"]["serverPublicKey"] == "N" * 42 + "A="
    assert len(await served(conn, resident)) == 3


async def test_without_a_device_a_press_moves_at_once(client: Client, conn: Connection, db: Database) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    device = await fetch_one(conn, int, "SELECT id FROM devices")
    await client.delete(f"/api/v1/services/{resident.service}/devices/{device}", headers=resident.headers)
    await evacuate(conn, db, place)

    assert (await press(client, resident)).json()["data"]["state"] == "moved"


async def test_suspension_and_resumption_keep_both_ways(
    client: Client, conn: Connection, db: Database
) -> None:
    """What takes the exits away for a while gives both back."""
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    await press(client, resident)
    before = await served(conn, resident)

    await service.services.suspend(conn, [resident.service])
    off = await served(conn, resident)
    await service.services.resume(conn, [resident.service])

    assert off == []
    assert await served(conn, resident) == before


@pytest.mark.parametrize("pressed", [False, True])
async def test_a_service_that_ends_gives_back_all_it_had(
    client: Client, conn: Connection, db: Database, *, pressed: bool
) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    if pressed:
        await press(client, resident)

    await service.services.end(conn, [resident.service])
    await go_on(db)

    assert set(await leases_of(conn, resident)) == {"ended"}
    assert await served(conn, resident) == []
    assert await state_of_move(conn, resident) == "over"
    assert await fetch_one(conn, int, "SELECT count(*) FROM exit_addresses WHERE available_at IS NULL") == 0
    assert (await press(client, resident)).status_code == 409
    assert await books(conn) == []


async def test_those_who_find_no_tunnel_address_hold_up_nobody(
    client: Client, conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 1)
    place = await a_place(conn)
    stuck, free = await a_resident(conn, place), await a_resident(conn, place)
    await evacuate(conn, db, place)
    device = await fetch_one(conn, int, "SELECT max(id) FROM devices")
    await client.delete(f"/api/v1/services/{free.service}/devices/{device}", headers=free.headers)
    full = "UPDATE gateways SET tunnel_network = '10.9.0.0/24', tunnels_begun = 255 WHERE id = %(new)s"
    await execute(conn, full, new=place.new)

    refused = await press(client, stuck)
    await the_day_comes(conn)
    await go_on(db)

    assert (refused.status_code, refused.json()["code"]) == (409, "new_gateway_full")
    assert [await state_of_move(conn, one) for one in (stuck, free)] == ["offered", "moved"]
    assert len(await served(conn, stuck)) == 1


async def a_shop_with_a_resident(shop: Shop, *, days: int = 10) -> tuple[Place, Resident]:
    async with shop.db.transaction() as conn:
        place = await a_place(conn)
        resident = await a_resident(conn, place)
    async with shop.db.connection() as conn:
        await evacuate(conn, shop.db, place, days=days)
    return place, resident


async def test_two_presses_at_once_move_once(shop: Shop) -> None:
    _, resident = await a_shop_with_a_resident(shop)

    answers = await asyncio.gather(*(press(shop.client, resident) for _ in range(3)))

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert len({answer.text for answer in answers}) == 1
    async with shop.db.connection() as conn:
        assert await leases_of(conn, resident) == ["leaving", "active"]
        assert await books(conn) == []


async def test_a_press_at_the_moment_of_the_announced_day_moves_once(shop: Shop) -> None:
    _, resident = await a_shop_with_a_resident(shop)
    async with shop.db.transaction() as conn:
        await the_day_comes(conn)

    answer, *_ = await asyncio.gather(press(shop.client, resident), go_on(shop.db), go_on(shop.db))
    await go_on(shop.db)

    assert answer.status_code == 200
    async with shop.db.connection() as conn:
        assert await leases_of(conn, resident) == ["ended", "active"]
        assert await state_of_move(conn, resident) == "moved"
        assert await books(conn) == []


async def test_an_evacuation_that_is_begun_twice_at_once_keeps_one_address_each(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        place = await a_place(conn, room=5)
        residents = [await a_resident(conn, place) for _ in range(3)]

    async def begin() -> None:
        async with shop.db.connection() as conn:
            await evacuate(conn, shop.db, place)

    await asyncio.gather(begin(), begin())

    async with shop.db.connection() as conn:
        assert [await leases_of(conn, one) for one in residents] == [["active", "coming"]] * 3
        assert await fetch_one(conn, int, "SELECT count(*) FROM evacuations") == 1
        assert [len(await mails_to(conn, one)) for one in residents] == [1, 1, 1]


@pytest.mark.parametrize("point", range(1, 13))
async def test_a_worker_that_dies_anywhere_loses_and_doubles_nothing(shop: Shop, point: int) -> None:
    """On the announced day, with one service that was pressed for and one that was not."""
    async with shop.db.transaction() as conn:
        place = await a_place(conn)
        pressed, idle = await a_resident(conn, place), await a_resident(conn, place)
    crash = Crash(point)
    dying = CrashingDatabase(shop.db, crash)

    async def all_of_it(db: Database) -> None:
        async with shop.db.connection() as conn:
            await evacuate(conn, db, place)
        await press(shop.client, pressed)
        async with shop.db.transaction() as conn:
            await the_day_comes(conn)
        await go_on(db)

    try:
        await all_of_it(dying)
    except Killed:
        await all_of_it(shop.db)

    async with shop.db.connection() as conn:
        for resident in (pressed, idle):
            assert await leases_of(conn, resident) == ["ended", "active"]
            assert len(await served(conn, resident)) == 1
        assert await books(conn) == []
        assert (
            await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE reference LIKE 'evacuation:%%:1'")
            == 2
        )


async def cancel(db: Database, evacuation: Evacuation) -> None:
    """As staff do; what was only offered is taken back by the job that goes on."""
    async with db.transaction() as conn:
        await service.call_off(conn, evacuation)
    await go_on(db)


async def test_cancelling_takes_back_what_nobody_pressed_for(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        place = await a_place(conn)
        pressed, idle = await a_resident(conn, place), await a_resident(conn, place)
    async with shop.db.connection() as conn:
        evacuation = await evacuate(conn, shop.db, place)
    await press(shop.client, pressed)

    await cancel(shop.db, evacuation)

    async with shop.db.connection() as conn:
        assert await leases_of(conn, idle) == ["active"]
        assert await leases_of(conn, pressed) == ["leaving", "active"]
        assert len(await mails_to(conn, idle)) == 2
        assert await books(conn) == []
    assert (await press(shop.client, idle)).status_code == 404


async def test_cancelling_takes_back_what_is_offered_at_that_moment(shop: Shop) -> None:
    """Or its member would be moved on the day of an evacuation that is none any more."""
    async with shop.db.transaction() as conn:
        place = await a_place(conn, room=0)
        resident = await a_resident(conn, place)
    async with shop.db.connection() as conn:
        evacuation = await evacuate(conn, shop.db, place)
        await add_room(conn, place.plan, place.new, 1)

    async with shop.db.transaction() as conn:
        # An offer waits at its end, where it refers to the new gateway.
        await execute(conn, "SELECT 1 FROM gateways WHERE id = %(new)s FOR UPDATE", new=place.new)
        planning = asyncio.create_task(service.plan(shop.db, evacuation))
        await until_so_many_wait_for_locks(shop.db, 1)
        cancelling = asyncio.create_task(cancel(shop.db, evacuation))
        await until_so_many_wait_for_locks(shop.db, 2)
    planned, _ = await asyncio.gather(planning, cancelling)

    assert planned == 1
    async with shop.db.connection() as conn:
        assert await leases_of(conn, resident) == ["active"]
        assert await state_of_move(conn, resident) == "cancelled"


@pytest.mark.parametrize("point", range(1, 6))
async def test_cancelling_that_breaks_off_anywhere_moves_nobody(shop: Shop, point: int) -> None:
    async with shop.db.transaction() as conn:
        place = await a_place(conn)
        residents = [await a_resident(conn, place) for _ in range(2)]
    async with shop.db.connection() as conn:
        evacuation = await evacuate(conn, shop.db, place)

    with suppress(Killed):
        await cancel(CrashingDatabase(shop.db, Crash(point)), evacuation)
    async with shop.db.connection() as conn:
        is_cancelled = await fetch_one(conn, bool, "SELECT cancelled FROM evacuations")
    if not is_cancelled:
        await cancel(shop.db, evacuation)
    states = {(await press(shop.client, one)).status_code for one in residents}
    async with shop.db.transaction() as conn:
        await the_day_comes(conn)
    await go_on(shop.db)

    assert states == {404}
    async with shop.db.connection() as conn:
        assert [await leases_of(conn, one) for one in residents] == [["active"]] * 2
        assert [await state_of_move(conn, one) for one in residents] == ["cancelled"] * 2
        assert [len(await mails_to(conn, one)) for one in residents] == [2, 2]
        assert await books(conn) == []


async def test_who_begins_again_changes_neither_day_nor_reason_and_finds_who_has_no_room(
    conn: Connection, db: Database
) -> None:
    """The day that members were told stays."""
    place = await a_place(conn, room=1)
    await a_resident(conn, place)
    left = await a_resident(conn, place)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(old)s", old=place.old)
    days = [datetime(2099, 12, day, tzinfo=UTC) for day in (2, 25)]

    begun = [await service.begin(conn, name, until=day, reason=f"{day:%d}일") for day in days]
    planned = [await service.plan(db, one) for one in begun if one is not None]

    assert [(one.until, one.reason) for one in begun if one is not None] == [(days[0], "02일")] * 2
    assert planned == [1, 0]
    assert await queries.list_unplanned(conn, GatewayId(place.old)) == [left.service]
    assert await service.begin(conn, "nowhere", until=days[0], reason="-") is None


async def test_an_empty_gateway_ends_its_evacuation(client: Client, conn: Connection, db: Database) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    await press(client, resident)
    plan = jobs.plan.func
    await plan(job_context(worker_tools(db)))
    under_way = await fetch_one(conn, bool, "SELECT closed_at IS NULL FROM evacuations")

    await connect_at(conn, resident, place.new)
    await go_on(db)
    await plan(job_context(worker_tools(db)))

    assert under_way
    assert await fetch_one(conn, bool, "SELECT closed_at IS NOT NULL FROM evacuations")


async def test_the_record_of_use_follows_a_device_from_one_gateway_to_the_other(
    client: Client, conn: Connection, db: Database
) -> None:
    """Both report of it for a while: what is used of both counts, and the session is where the device is."""
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    [before] = await addresses_of(conn, resident.service)
    await evacuate(conn, db, place)
    now = datetime.now(UTC)
    # What is reported lies in the past, or the bytes of a second would be too many to believe.
    await execute(conn, "UPDATE devices SET created_at = now() - interval '1 hour'")
    old = Used(resident.member, resident.service, resident.key, before, place.old)
    new = Used(resident.member, resident.service, resident.key, "198.51.100.1", place.new)

    async def told(token: str, used: Used, *, epoch: int, seconds: int, number: int) -> None:
        at = now - timedelta(seconds=seconds)
        line_of = line(used, epoch=epoch, at=at, lastHandshakeAt=at - timedelta(seconds=1), rxBytes=number)
        answer = await client.post(
            "/gateway/v1/usage", json={"peers": [line_of]}, headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code == 204, answer.text

    await told(OLD, old, epoch=7, seconds=60, number=100)
    await press(client, resident)
    await told(OLD, old, epoch=7, seconds=50, number=150)
    still = await fetch_one(conn, str, "SELECT host(session_exit) FROM device_usage")
    await told(NEW, new, epoch=9, seconds=40, number=30)
    await told(OLD, old, epoch=7, seconds=30, number=160)
    await told(NEW, new, epoch=9, seconds=20, number=70)

    assert still == before
    assert await fetch_one(conn, str, "SELECT host(session_exit) FROM device_usage") == "198.51.100.1"
    assert await fetch_one(conn, int, "SELECT rx_bytes FROM device_usage") == 160 + 70
    assert await fetch_all(conn, str, "SELECT host(exit_address) FROM usage_sessions") == [before]
    await go_on(db)
    assert await state_of_move(conn, resident) == "moved"
