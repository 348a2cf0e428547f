"""Who had an address is forgotten after five years, and what is newer is read without what is old."""

from datetime import timedelta

import pytest

from ieum.shop.evacuation.service import go_on
from ieum.shop.evacuation.types import MoveId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.leaving import service as leaving
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.changes import a_holder, change, settle_all
from tests.shop.builders.evacuations import a_place, a_resident, evacuate, press, the_day_comes
from tests.shop.builders.members import a_member
from tests.shop.builders.rotation import a_dynamic_service, rotate
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Shop


async def age_leases(conn: Connection, by: timedelta) -> None:
    await execute(
        conn,
        """
        UPDATE leases SET held_at = held_at - %(by)s, active_at = active_at - %(by)s, left_at = left_at - %(by)s,
               ended_at = ended_at - %(by)s
        """,
        by=by,
    )


async def states(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT state FROM leases ORDER BY id")


async def test_leases_are_deleted_five_years_after_they_ended(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "BATCH", 2)
    async with shop.db.transaction() as conn:
        held = await a_dynamic_service(conn)
    for _ in range(3):
        assert (await rotate(shop.client, held)).status_code == 200
        async with shop.db.transaction() as conn:
            await execute(conn, "UPDATE rotations SET changed_at = changed_at - interval '2 minutes'")
    async with shop.db.transaction() as conn:
        await age_leases(conn, timedelta(days=5 * 365))
    await leaving.destroy_due(shop.db)
    async with shop.db.transaction() as conn:
        assert await states(conn) == ["ended", "ended", "ended", "active"]
        await age_leases(conn, timedelta(days=2))

    for _ in range(2):
        await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        assert await states(conn) == ["active"]
        noted = await fetch_all(conn, str, "SELECT what || ' ' || row_count FROM destructions ORDER BY id")
        assert noted == ["leases 2", "leases 1"]


async def test_a_change_by_ticket_stays_without_its_leases(shop: Shop) -> None:
    """Its ticket's entry in the books refers to it."""
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn, connected=False)
    assert (await change(shop.client, holder)).status_code in {200, 202}
    await settle_all(shop.db)
    async with shop.db.transaction() as conn:
        await age_leases(conn, leaving.LEASE_RETENTION + timedelta(days=1))

    await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        assert await states(conn) == ["active"]
        assert await fetch_one(conn, bool, "SELECT old_lease_id IS NULL FROM ip_changes")
    listed = await shop.client.get("/api/v1/ip-changes", headers=holder.headers)
    assert listed.status_code == 200, listed.text
    assert (listed.json()["data"]["items"], listed.json()["data"]["total"]) == ([], 0)


async def test_a_move_to_another_gateway_goes_with_its_leases(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        place = await a_place(conn)
        mover = await a_resident(conn, place)
    async with shop.db.connection() as conn:
        await evacuate(conn, shop.db, place)
        assert (await press(shop.client, mover)).status_code == 200
        await the_day_comes(conn)
        await go_on(shop.db, after=MoveId(0), limit=1)
        await age_leases(conn, leaving.LEASE_RETENTION + timedelta(days=1))

    await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        assert await states(conn) == ["active"]
    answer = await shop.client.get(f"/api/v1/services/{mover.service}/move", headers=mover.headers)
    assert answer.status_code == 404


async def test_a_service_whose_leases_are_forgotten_is_still_listed(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn)
        await execute(
            conn,
            "UPDATE services SET state = 'ended', closed_at = now() WHERE id = %(id)s",
            id=holder.service,
        )
        await execute(conn, "UPDATE leases SET state = 'ended', ended_at = now(), left_at = now()")
        await age_leases(conn, leaving.LEASE_RETENTION + timedelta(days=1))
    await leaving.destroy_due(shop.db)

    answers = [
        await shop.client.get(path, headers=holder.headers) for path in ("/api/v1/services", "/api/v1/orders")
    ]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert [one["address"] for one in answers[0].json()["data"]["items"]] == [None]


async def test_the_newest_leases_of_a_service_are_read_without_the_others(conn: Connection) -> None:
    plan = await a_plan(conn)
    service, other = [await a_service(conn, await a_member(conn), plan=plan) for _ in range(2)]
    for one, number in ((service, 2_000), (other, 20_000)):
        await execute(
            conn,
            """
            INSERT INTO leases (address_id, order_id, service_id, state, active_at, ended_at, left_at, cause)
            SELECT address_id, order_id, service_id, 'ended', active_at, active_at, active_at, 'timer'
              FROM leases, generate_series(1, %(number)s) WHERE service_id = %(service)s
            """,
            service=one,
            number=number,
        )
    await execute(conn, "ANALYZE leases")

    steps = await fetch_all(
        conn,
        str,
        "EXPLAIN SELECT address_id FROM leases WHERE service_id = %(service)s ORDER BY id DESC LIMIT 10",
        service=service,
    )

    assert any("Index Scan Backward using leases_service" in step for step in steps), steps
    assert not any("Sort" in step for step in steps)
