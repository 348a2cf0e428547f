"""A dynamic service changes its address: who may, how often, and to which."""

import re
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from itertools import pairwise
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.rotation import service as rotations
from ieum.shop.stock import leases
from tests.shop.builders.catalog import a_dynamic_plan
from tests.shop.builders.gateways import a_gateway, revision_of
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.rotation import (
    a_dynamic_service,
    a_link,
    addresses_of,
    choose,
    pass_time,
    rotate,
    rotation,
)
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client, Shop

MINUTE = timedelta(minutes=1)


async def test_a_press_changes_the_address_and_the_gateway_is_told_once(
    client: Client, conn: Connection
) -> None:
    gateway = await a_gateway(conn)
    held = await a_dynamic_service(conn, gateway=gateway)
    for _ in range(2):
        await a_device(conn, held.service)
    before = await rotation(client, held)
    raised = await revision_of(conn, gateway)

    answer = await rotate(client, held)

    assert answer.status_code == 200, answer.text
    changed = answer.json()["data"]
    after = await rotation(client, held)
    assert (changed["old"], changed["new"]) == (before["address"], after["address"])
    assert changed["old"] != changed["new"]
    assert changed["nextAt"] == after["mayChangeAt"]
    assert (before["changesLeft"], after["changesLeft"]) == (300, 299)
    # One row, however many devices there are.
    assert await revision_of(conn, gateway) == raised + 1
    assert await fetch_all(conn, str, "SELECT host(address) FROM exits") == [after["address"]]


async def test_another_press_within_the_least_interval_says_when(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    await rotate(client, held)

    refused = await rotate(client, held)
    await pass_time(conn, MINUTE)
    again = await rotate(client, held)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_rotations")
    assert 50 <= int(refused.headers["retry-after"]) <= 60
    assert again.status_code == 200


async def test_whoever_waits_as_long_as_was_said_is_not_too_early(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    await rotate(client, held)
    again = await fetch_one(
        conn,
        datetime,
        """
        UPDATE rotations SET changed_at = now() - interval '29.6 seconds'
        RETURNING changed_at + interval '1 minute'
        """,
    )

    refused = await rotate(client, held)

    assert datetime.now(UTC) + timedelta(seconds=int(refused.headers["retry-after"])) >= again


async def test_the_changes_of_a_day_are_limited_and_the_refusal_names_the_limit(
    client: Client, conn: Connection
) -> None:
    held = await a_dynamic_service(conn)
    await execute(conn, "UPDATE plans SET rotation_a_day = 2")
    for _ in range(2):
        assert (await rotate(client, held)).status_code == 200
        await pass_time(conn, MINUTE)

    refused = await rotate(client, held)
    await execute(conn, "UPDATE rotations SET day = day - 1")
    tomorrow = await rotate(client, held)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_rotations")
    assert "하루에 2번" in refused.json()["detail"]
    assert 0 < int(refused.headers["retry-after"]) <= 24 * 3600
    assert tomorrow.status_code == 200


async def test_no_address_comes_back_within_ten_changes_where_there_are_enough(
    client: Client, conn: Connection
) -> None:
    held = await a_dynamic_service(conn, addresses=14)

    for _ in range(12):
        assert (await rotate(client, held)).status_code == 200
        await pass_time(conn, MINUTE)

    had = await addresses_of(conn, held.service)
    assert all(len(set(had[n : n + 11])) == 11 for n in range(3))


async def test_in_a_small_pool_the_address_changes_all_the_same_but_never_to_itself(
    client: Client, conn: Connection
) -> None:
    held = await a_dynamic_service(conn, addresses=2)

    for _ in range(4):
        assert (await rotate(client, held)).status_code == 200
        await pass_time(conn, MINUTE)

    had = await addresses_of(conn, held.service)
    assert all(one != next_one for one, next_one in pairwise(had))


async def test_where_no_address_is_free_the_present_one_stays(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn, addresses=2)
    before = (await rotation(client, held))["address"]
    await execute(conn, "UPDATE exit_addresses SET available_at = NULL")

    refused = await rotate(client, held)

    assert (refused.status_code, refused.json()["code"]) == (409, "no_other_address")
    after = await rotation(client, held)
    assert (after["address"], after["changesLeft"], after["mayChangeAt"]) == (before, 300, None)


async def test_a_service_draws_from_all_pools_of_its_plan_but_only_on_its_gateway(
    client: Client, conn: Connection
) -> None:
    gateway = await a_gateway(conn)
    held = await a_dynamic_service(conn, addresses=2, gateway=gateway)
    here, elsewhere = await a_dynamic_plan(conn, addresses=3, gateway=gateway), await a_dynamic_plan(conn)
    await execute(
        conn,
        """
        INSERT INTO plan_pools (plan_id, pool_id)
        SELECT %(plan)s, pool_id FROM plans WHERE id IN (%(here)s, %(elsewhere)s)
        """,
        plan=held.plan,
        here=here,
        elsewhere=elsewhere,
    )

    for _ in range(8):
        assert (await rotate(client, held)).status_code == 200
        await pass_time(conn, MINUTE)

    had = set(await addresses_of(conn, held.service))
    assert len(had) == 5
    on_it = (
        "SELECT count(*) FROM exit_addresses WHERE gateway_id = %(gateway)s AND host(address) = ANY(%(had)s)"
    )
    assert await fetch_one(conn, int, on_it, gateway=gateway, had=list(had)) == 5


async def test_an_address_of_another_network_is_preferred_where_the_plan_says_so(
    client: Client, conn: Connection
) -> None:
    held = await a_dynamic_service(conn, addresses=3)
    far = await fetch_one(
        conn,
        str,
        """
        UPDATE exit_addresses SET address = '198.51.100.77', available_at = now() - interval '1 second'
         WHERE id = (SELECT max(id) FROM exit_addresses WHERE available_at IS NOT NULL) RETURNING host(address)
        """,
    )

    preferred = (await rotate(client, held)).json()["data"]["new"]
    await pass_time(conn, MINUTE)
    back = (await rotate(client, held)).json()["data"]["new"]

    assert preferred == far
    assert back != far


async def test_changes_spread_over_networks_and_follow_no_order(conn: Connection) -> None:
    """They came one below the other, so that the next address of everybody was known."""
    held = await a_dynamic_service(conn, addresses=60)
    await execute(
        conn,
        """
        UPDATE exit_addresses SET address = inet '198.51.100.0' + mod(id, 3) * 256 + mod(id, 200)
         WHERE available_at IS NOT NULL
        """,
    )

    drawn = [
        await leases.move_lease(conn, held.service, "button", other_network=False, rested=True)
        for _ in range(30)
    ]

    numbers = [int(ip_address(address)) for address in drawn if address is not None]
    assert {number >> 8 & 255 for number in numbers} >= {100, 101, 102}
    assert len({after - before for before, after in pairwise(numbers)}) > 10
    assert all(len(set(numbers[at : at + leases.LATELY + 1])) == leases.LATELY + 1 for at in range(20))


async def test_changes_within_one_network_follow_no_order(conn: Connection) -> None:
    held = await a_dynamic_service(conn, addresses=60)

    drawn = [await leases.move_lease(conn, held.service, "button", rested=True) for _ in range(30)]

    numbers = [int(ip_address(address)) for address in drawn if address is not None]
    assert len({after - before for before, after in pairwise(numbers)}) > 10


async def test_the_next_address_is_looked_for_in_its_network_by_an_index(
    conn: Connection, sent: list[str]
) -> None:
    """Not among all of the pool, which may have a million."""
    held = await a_dynamic_service(conn)
    await execute(conn, "SET LOCAL enable_seqscan = off")
    sent.clear()
    await leases.move_lease(conn, held.service, "button", other_network=False)

    (change,) = [text for text in sent if "SET available_at = NULL FROM picked" in text]
    cursor = await conn.execute(
        f"EXPLAIN {change}".encode(), {"service": held.service, "other": False, "avoided": leases.LATELY}
    )
    plan = "\n".join(line for (line,) in await cursor.fetchall())
    assert re.search(r"Index Cond: .*\(address >= \w+\.first\) AND \(address <= \w+\.last\)", plan)


@pytest.mark.parametrize(
    "path",
    ["rotation", "addresses", "rotation/links", "rotation/links/1"],
    ids=lambda path: path.replace("/", " "),
)
async def test_nobody_else_sees_or_changes_it(client: Client, conn: Connection, path: str) -> None:
    held = await a_dynamic_service(conn)
    await a_link(client, held)
    stranger = await a_login(conn, await a_member(conn))
    bodies: dict[str, dict[str, object]] = {
        "PUT": {"timer": None, "onReconnect": False, "letRun": False},
        "POST": {"name": "x", "networks": []},
    }
    before = await addresses_of(conn, held.service)

    for method in ("GET", "POST", "PUT", "DELETE"):
        answer = await client.request(
            method,
            f"/api/v1/services/{held.service}/{path}",
            json=bodies.get(method),
            headers=stranger,
        )
        assert answer.status_code in {404, 405}, (method, answer.text)

    assert await addresses_of(conn, held.service) == before
    assert len((await rotation(client, held))["links"]) == 1


async def test_a_static_service_has_no_rotation(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)
    headers = await a_login(conn, member)

    for method in ("GET", "POST"):
        answer = await client.request(method, f"/api/v1/services/{service}/rotation", headers=headers)
        assert answer.status_code in {404, 409}


async def test_the_timer_changes_the_address_when_it_runs_out(
    client: Client, conn: Connection, db: Database
) -> None:
    held = await a_dynamic_service(conn)
    chosen = (await choose(client, held, timer=10)).json()["data"]

    assert await rotations.change_due(db, limit=10) == 0
    await pass_time(conn, timedelta(minutes=11))
    assert await rotations.change_due(db, limit=10) == 1
    assert await rotations.change_due(db, limit=10) == 0

    minutes = (datetime.fromisoformat(chosen["nextAt"]) - datetime.now(UTC)).total_seconds() / 60
    assert 8.9 <= minutes <= 11.1
    after = await rotation(client, held)
    assert len(await addresses_of(conn, held.service)) == 2
    assert datetime.fromisoformat(after["nextAt"]) > datetime.now(UTC)
    assert after["changesLeft"] == 299


async def test_a_timer_goes_by_the_plans_limits_of_today(
    client: Client, conn: Connection, db: Database
) -> None:
    held = await a_dynamic_service(conn)
    await choose(client, held, timer=1)
    await execute(conn, "UPDATE plans SET rotation_timer_least = 30")
    await pass_time(conn, timedelta(minutes=2))

    assert await rotations.change_due(db, limit=10) == 1

    next_at = await fetch_one(conn, datetime, "SELECT next_at FROM rotations")
    assert 26 * MINUTE < next_at - datetime.now(UTC) < 34 * MINUTE


async def test_a_timer_that_can_change_nothing_does_not_come_first_again_at_once(
    client: Client, conn: Connection, db: Database
) -> None:
    held = await a_dynamic_service(conn)
    await choose(client, held, timer=1)
    await pass_time(conn, timedelta(minutes=2))
    await execute(conn, "UPDATE leases SET state = 'ended', ended_at = now(), left_at = now()")

    changed = [await rotations.change_due(db, limit=1) for _ in range(2)]

    assert changed == [1, 0]
    next_at = await fetch_one(conn, datetime, "SELECT next_at FROM rotations")
    assert timedelta() < next_at - datetime.now(UTC) <= MINUTE


async def test_an_address_that_is_given_back_while_another_change_waits_is_free_for_it(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_dynamic_plan(conn, addresses=3)
        first, second = [(await a_dynamic_service(conn, plan=plan)).service for _ in range(2)]

    async with shop.db.transaction() as waiting:
        # Its transaction begins here, and the one below begins and ends while it waits.
        await execute(waiting, "SELECT 1 FROM services WHERE id = %(id)s FOR NO KEY UPDATE", id=second)
        async with shop.db.transaction() as conn:
            await leases.move_lease(conn, first, "button", rested=True)
        given = await leases.move_lease(waiting, second, "button", rested=True)

    async with shop.db.connection() as conn:
        history = """
            SELECT jsonb_build_array(l.service_id, least(l.held_at, l.active_at), coalesce(l.left_at, l.ended_at))
              FROM leases l JOIN exit_addresses e ON e.id = l.address_id
             WHERE host(e.address) = %(address)s ORDER BY l.id
        """
        (former, _, left_at), (holder, begun_at, _) = await fetch_all(conn, list[Any], history, address=given)
        assert (former, holder) == (first, second)
        assert left_at <= begun_at
        gaps = """
            SELECT count(*) FROM leases o JOIN leases n ON n.service_id = o.service_id AND n.id > o.id
             WHERE o.left_at <> n.active_at
        """
        assert await fetch_one(conn, int, gaps) == 0
