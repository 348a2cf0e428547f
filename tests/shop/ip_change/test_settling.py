"""What becomes of a change: used once the gateway has acknowledged it, else released by itself."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways import readiness
from ieum.shop.gateways.types import Acknowledgement, GatewayId
from ieum.shop.ip_change import queries, rules, service
from ieum.shop.ip_change.types import ChangeId, Waiting
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.services import service as services
from ieum.shop.stock import holds, leases
from tests.shop.builders.changes import (
    Holder,
    a_holder,
    change,
    done,
    entries,
    let_gateways_acknowledge,
    list_changes,
    live_addresses,
    settle_all,
    tickets,
)
from tests.shop.builders.feed import until_shop_listens
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import PASSWORD, PASSWORD_HASH
from tests.shop.builders.shops import Client, Shop
from tests.waiting import wait_until_async

LATER = timedelta(minutes=11)
NOW = datetime(2026, 11, 23, 5, tzinfo=UTC)


async def let_minutes_pass(conn: Connection, by: timedelta = LATER) -> None:
    await execute(conn, "UPDATE ip_changes SET requested_at = requested_at - %(by)s", by=by)


async def begun(client: Client, holder: Holder) -> ChangeId:
    answer = await change(client, holder)
    assert answer.json()["data"]["state"] == "waiting", answer.text
    return answer.json()["data"]["id"]


def waiting(*, in_effect: bool = False, over: bool = False, undo: bool = False, minutes: int = 0) -> Waiting:
    return Waiting(
        id=1,  # pyright: ignore[reportArgumentType]
        service_id=1,  # pyright: ignore[reportArgumentType]
        member_id=1,  # pyright: ignore[reportArgumentType]
        reservation=None if undo else 1,  # pyright: ignore[reportArgumentType]
        old_lease_id=1,  # pyright: ignore[reportArgumentType]
        new_lease_id=2,  # pyright: ignore[reportArgumentType]
        requested_at=NOW - timedelta(minutes=minutes),
        is_in_effect=in_effect,
        is_overtaken=over,
        is_unheard=False,
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(waiting(), None, id="just asked"),
        pytest.param(waiting(minutes=9), None, id="the gateway is a while away"),
        pytest.param(waiting(minutes=10), "taken_back", id="away for too long"),
        pytest.param(waiting(minutes=600, in_effect=True), "done", id="late, but in effect"),
        pytest.param(waiting(in_effect=True, over=True), "ended", id="the service is over"),
        pytest.param(waiting(minutes=600, undo=True), None, id="an undo waits"),
        pytest.param(waiting(in_effect=True, undo=True), "done", id="an undo is in effect"),
    ],
)
def test_what_becomes_of_a_change(change: Waiting, expected: str | None) -> None:
    assert rules.outcome(change, NOW) == expected


async def test_a_ticket_is_used_when_the_gateway_has_acknowledged(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    await begun(client, holder)
    await settle_all(db)
    assert await entries(conn, holder.member) == ["granted", "reserved"]

    await let_gateways_acknowledge(conn)
    await settle_all(db)
    await settle_all(db)

    assert await entries(conn, holder.member) == ["granted", "reserved", "used"]
    assert [one["state"] for one in await list_changes(client, holder)] == ["done"]
    shown = (await client.get("/api/v1/member/tickets", headers=holder.headers)).json()["data"]
    assert [(one["kind"], one["amount"]) for one in shown["items"]] == [("used", -1), ("granted", 1)]


async def test_a_service_without_devices_waits_for_nobody(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn, connected=False)

    answer = await change(client, holder)

    assert answer.json()["data"]["state"] == "done"
    assert await entries(conn, holder.member) == ["granted", "reserved", "used"]


async def test_an_acknowledgement_with_a_problem_is_none(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    await begun(client, holder)
    await let_gateways_acknowledge(conn, error="nft: no such table")

    await settle_all(db)

    assert await entries(conn, holder.member) == ["granted", "reserved"]


@pytest.mark.parametrize(("whose", "state"), [("somebody else's", "done"), ("its own", "waiting")])
async def test_a_problem_of_another_services_device_keeps_no_change_from_being_in_effect(
    client: Client, conn: Connection, db: Database, whose: str, state: str
) -> None:
    holder, other = await a_holder(conn), await a_holder(conn)
    await begun(client, holder)
    faulty = await fetch_all(
        conn,
        int,
        "SELECT p.id FROM endpoints p JOIN exits x ON x.id = p.exit_id WHERE x.service_id = %(service)s",
        service=holder.service if whose == "its own" else other.service,
    )
    await let_gateways_acknowledge(conn, error="peer abcd: this key is there twice", faulty=faulty)

    await settle_all(db)

    assert [one["state"] for one in await list_changes(client, holder)] == [state]


async def test_a_gateway_that_stays_silent_keeps_the_old_address_and_the_ticket(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    tried = (await change(client, holder)).json()["data"]["address"]
    before = await fetch_one(conn, int, "SELECT max(revision) FROM gateways")
    await execute(conn, "DELETE FROM messages")
    await let_minutes_pass(conn)

    await settle_all(db)

    assert await live_addresses(conn, holder.service) == [holder.address]
    assert await entries(conn, holder.member) == ["granted", "reserved", "released"]
    assert await tickets(client, holder) == 1
    told = await fetch_all(conn, str, "SELECT host(address) FROM exits WHERE removed_at IS NULL")
    assert (told, await fetch_one(conn, int, "SELECT max(revision) FROM gateways")) == (
        [holder.address],
        before + 1,
    )
    # The gateway may have applied it without being heard: the tried address rests like any other.
    rests = "SELECT available_at > now() FROM exit_addresses WHERE address = %(tried)s::inet"
    assert await fetch_one(conn, bool, rests, tried=tried)
    assert [one["state"] for one in await list_changes(client, holder)] == ["taken_back"]
    assert await fetch_all(conn, str, "SELECT subject FROM messages") == ["[이음] IP를 변경하지 못했습니다"]
    await let_gateways_acknowledge(conn)
    # The ticket is as good as before: with it the address can be changed, and that undone.
    again = await done(client, conn, holder)
    assert (await list_changes(client, holder))[0]["undo"] is not None, again


async def test_a_change_whose_old_address_is_gone_goes_on_waiting(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    await begun(client, holder)
    await let_minutes_pass(conn)
    await execute(
        conn,
        "UPDATE exit_addresses SET available_at = NULL WHERE address = %(address)s::inet",
        address=holder.address,
    )

    await settle_all(db)

    assert [one["state"] for one in await list_changes(client, holder)] == ["waiting"]
    await let_gateways_acknowledge(conn)
    await settle_all(db)
    assert await entries(conn, holder.member) == ["granted", "reserved", "used"]


async def test_the_ticket_of_a_service_that_ended_meanwhile_is_released(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    await begun(client, holder)
    await services.end(conn, [holder.service])

    await settle_all(db)

    assert await tickets(client, holder) == 1
    assert [one["state"] for one in await list_changes(client, holder)] == ["ended"]


async def test_a_change_that_something_else_has_overtaken_leaves_the_address_alone(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    await begun(client, holder)
    moved = await leases.move_lease(conn, holder.service, "button")
    await let_minutes_pass(conn)

    await settle_all(db)

    assert await live_addresses(conn, holder.service) == [moved]
    assert await entries(conn, holder.member) == ["granted", "reserved", "released"]


async def test_a_ticket_that_expired_while_it_was_reserved_is_replaced(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    await begun(client, holder)
    await let_minutes_pass(conn)
    await execute(conn, "SET session_replication_role = replica")
    await execute(conn, "UPDATE ticket_entries SET expires_at = now() WHERE kind = 'granted'")
    await execute(conn, "SET session_replication_role = origin")

    await settle_all(db)

    assert await entries(conn, holder.member) == ["granted", "reserved", "released", "expired", "granted"]
    await let_gateways_acknowledge(conn)
    assert (await change(client, holder)).status_code == 200


async def test_a_ticket_that_is_released_after_its_holder_left_is_forfeited(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    await change(client, holder, words="게임에서 막힘")
    await services.end(conn, [holder.service])
    await execute(conn, "UPDATE members SET password_hash = %(hash)s", hash=PASSWORD_HASH)
    left = await client.post("/api/v1/member/leave", json={"currentPw": PASSWORD}, headers=holder.headers)
    assert left.status_code == 200, left.text

    await settle_all(db)

    assert await entries(conn, holder.member) == ["granted", "reserved", "released", "forfeited"]
    assert await fetch_all(conn, str, "SELECT coalesce(words, '-') FROM ip_changes") == ["-"]


async def test_the_request_waits_for_the_gateway(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LONGEST_WAIT_SECONDS", 30)
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn)
        gateway = await fetch_one(conn, GatewayId, "SELECT id FROM gateways")
        await gateways.note_usage_told(conn, gateway)
    await until_shop_listens(shop.db)

    asking = asyncio.create_task(change(shop.client, holder))
    async with shop.db.connection() as conn:
        await wait_until_async(lambda: queries.is_waiting(conn, holder.service), "nothing waits")
        revision = (await gateways.get_gateway(conn, gateway)).revision
        key = await fetch_one(conn, str, "SELECT public_key FROM gateways")
    async with shop.db.transaction() as conn:
        await gateways.acknowledge(conn, gateway, Acknowledgement(revision, key, "test"))
    answer = await asking

    assert answer.json()["data"]["state"] == "done"


async def test_an_acknowledgement_at_the_last_moment_is_not_taken_back(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn)
    changed = await begun(shop.client, holder)
    async with shop.db.transaction() as conn:
        await let_minutes_pass(conn)

    async def settle() -> None:
        async with shop.db.transaction() as conn:
            await service.settle(conn, changed)

    async with shop.db.transaction() as acknowledging:
        await let_gateways_acknowledge(acknowledging)
        settling = asyncio.create_task(settle())
        await until_one_waits_for_a_lock(shop.db)
    await settling

    async with shop.db.connection() as conn:
        assert await entries(conn, holder.member) == ["granted", "reserved", "used"]
        assert await live_addresses(conn, holder.service) != [holder.address]


async def test_two_workers_settle_a_change_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn)
    await begun(shop.client, holder)
    async with shop.db.transaction() as conn:
        await let_minutes_pass(conn)

    await asyncio.gather(*(settle_all(shop.db) for _ in range(3)))

    async with shop.db.connection() as conn:
        assert await entries(conn, holder.member) == ["granted", "reserved", "released"]
        assert await live_addresses(conn, holder.service) == [holder.address]


async def test_an_old_address_that_a_change_may_need_again_is_not_sold_meanwhile(
    client: Client, conn: Connection
) -> None:
    holder = await a_holder(conn, addresses=2)
    await execute(conn, "UPDATE site_config SET cool_down = interval '0'")
    await begun(client, holder)
    pool, order = await fetch_one(
        conn,
        list[str],
        "SELECT jsonb_build_array(pool_id::text, (SELECT id FROM orders LIMIT 1)) FROM exit_addresses LIMIT 1",
    )

    assert not await holds.hold_addresses(conn, pool=int(pool), order_id=order, quantity=1)
